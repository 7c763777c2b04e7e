"""Passwords that anybody would guess: short rows of keys, names, and common words with a tail.

Attackers try the words that most people choose, with digits and signs at the ends and digits for
letters. So the words below stand for many thousands of passwords: ``Dragon2024!`` and ``p4ssw0rd``
are as common as the words in them.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

MIN_DIFFERENT = 4
"""The minimum number of different characters in a password, apart from blanks."""
MAX_TAIL = 5
"""How many digits and signs may be around a common word before it is a password of its own."""
KEY_ROWS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qazwsxedcrfvtgbyhnujm",
)
"""Rows, columns and zigzags of keys."""

_WORDS = """
password passwort passwd passcode motdepasse contrasena contrasinal wachtwoord haslo senha parola
geheim geheimnis secret segreto secreto segredo tajne admin administrator root login welcome
willkommen bienvenue benvenuto bienvenido welkom witaj hello hallo bonjour ciao hola letmein
openup opensesame trustno trustme access master default guest test testing tester temp changeme
qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn yxcvbn qazwsx abcd abcdef abcdefg abcabc
iloveyou ilovegod iloveme loveyou loveme lovely lover love forever always never whatever nothing
something anything everything princess prince queen king angel angelica devil heaven jesus christ
god lord saviour blessed faith hope grace believe family mother father mummy daddy mama papa
brother sister baby babygirl babyboy darling sweetheart honey sugar cookie candy chocolate banana
orange apple cherry strawberry pumpkin peanut butter cheese pepper ginger coffee schatz liebling
schnucki mausi chouchou doudou loulou amour amore tesoro teamo tequiero corazon kochanie skarbie
sunshine sunflower sunset summer winter spring autumn sommer herbst fruehling ete hiver soleil
sonne mond sterne star stars moon rainbow thunder lightning storm shadow ghost phantom dragon
drache tiger lion eagle falcon hawk wolf bear panther monkey donkey horse pony pferd rabbit bunny
kitty kitten pussycat tomcat puppy doggy dolphin butterfly schmetterling spider snake scorpion
chicken turkey buster buddy max lucky happy smile smiley funny crazy cool awesome perfect champion
football fussball futbol calcio voetbal soccer baseball basketball hockey tennis volleyball golf
rugby cricket skate skater surfer runner chess player gamer poker winner loser killer hunter
liverpool arsenal chelsea barcelona realmadrid juventus bayern schalke dortmund ajax benfica
cowboys yankees lakers packers steelers eagles raiders broncos redsox rangers united
superman batman spiderman ironman hulk joker starwars yoda jedi skywalker darthvader pokemon
pikachu mario zelda sonic minecraft fortnite roblox naruto matrix gandalf hobbit frodo harry
potter hogwarts disney mickey donald snoopy garfield simpson scooby barbie freedom liberty
america england scotland deutschland germany france francia italia espana polska brasil portugal
nederland london berlin paris roma madrid moscow newyork texas california florida internet
computer laptop windows linux google facebook youtube twitter instagram samsung iphone android
michael michelle jennifer jessica jordan joshua justin matthew andrew daniel thomas anthony robert
william charlie george james david john peter martin stefan andreas sebastian alexander maximilian
nicole stephanie sabrina vanessa samantha elizabeth victoria charlotte sophie julia laura anna
maria marina alessandro francesco giuseppe antonio alejandro fernando carlos pedro miguel nicolas
camille thibault mateusz agnieszka katarzyna qwirkle qwirkles boardgame
mustang ferrari porsche mercedes corvette camaro harley yamaha honda toyota silver golden diamond
purple yellow black white green blue red rosa flower blume fleur rose lily jasmine daisy
guitar music metallica nirvana slipknot eminem beatles elvis metal rockstar blink
pirate ninja samurai warrior soldier captain sergeant marine ranger hammer rocket bullet
money cash dollar euro million rich gold power energy magic mystery secretword biteme
"""
COMMON_WORDS = frozenset(_WORDS.split())
_UNLEET = str.maketrans("013457@$!€", "oieastasie")
"""Digits and signs that stand for letters."""


def is_trivial(password: str, name: str) -> bool:
    """Return whether a password is easily guessed; ``name`` is that of its account."""
    plain = _plain(password)
    if len(set(plain)) < MIN_DIFFERENT or _is_row(plain):
        return True
    if not name.isascii() and plain == _plain(name):
        return True
    own = _letters(_plain(name))
    return any(word in COMMON_WORDS or (own and word == own) for word in _cores(plain))


def _plain(text: str) -> str:
    """Return a text in small letters, without blanks and accents."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        letter
        for letter in split
        if not letter.isspace() and letter.isprintable() and not unicodedata.combining(letter)
    )


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text)


def _is_row(plain: str) -> bool:
    """Return whether a password is a row of keys, forwards or backwards, or one piece repeated."""
    if any(plain in row or plain in row[::-1] for row in KEY_ROWS):
        return True
    size = len(plain)
    pieces = (plain[:length] for length in range(1, size // 2 + 1) if size % length == 0)
    if any(piece * (size // len(piece)) == plain for piece in pieces if len(piece) <= MAX_TAIL):
        return True
    steps = {ord(second) - ord(first) for first, second in pairwise(plain)}
    return len(steps) == 1


def _cores(plain: str) -> set[str]:
    """Return the words that a password consists of, but for a few digits and signs around them."""
    found: set[str] = set()
    for text in (plain, plain.translate(_UNLEET)):
        stripped = text.strip("0123456789!?.,;:_-*#+&%$€@=/()\"'<>^~")
        if len(text) - len(stripped) <= MAX_TAIL:
            found |= {stripped, stripped.translate(_UNLEET)}
        half = len(stripped) // 2
        if half and stripped[:half] == stripped[half:]:
            found.add(stripped[:half])
    return found

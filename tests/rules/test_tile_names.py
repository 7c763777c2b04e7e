"""Tiles in sentences: names in the form that a sentence asks for, in every language."""

from __future__ import annotations

import pytest

from qwirkle.locale import LANGUAGES, Language, list_tiles, translate
from qwirkle.rules.refusals.sentences import TileNames, write_sentence
from qwirkle.rules.tiles import KINDS, Tile

DREW = "You drew {tiles:a}."
DRAWN = (Tile.Bo, Tile.Os, Tile.Bo, Tile.Rb)
GOLDEN: dict[Language, str] = {
    "en": "You drew 2 blue circles, an orange square and a red starburst.",
    "de": "Du ziehst 2 blaue Kreise, ein orange Quadrat und einen roten Stern.",
    "es": "Robas 2 círculos azules, un cuadrado naranja y un sol rojo.",
    "fr": "Tu pioches 2 cercles bleus, un carré orange et une étoile rouge.",
    "nl": "Je trekt 2 blauwe cirkels, een oranje vierkant en een rode ster.",
    "pl": "Dobierasz 2 niebieskie koła, pomarańczowy kwadrat i czerwoną gwiazdę.",
    "pt": "Você comprou 2 círculos azuis, um quadrado laranja e uma estrela vermelha.",
    "it": "Peschi 2 cerchi blu, un quadrato arancione e una stella rossa.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_says_its_tiles_as_people_do(language: Language) -> None:
    assert translate(language, DREW, tiles=DRAWN) == GOLDEN[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_names_are_listed_one_by_one(language: Language) -> None:
    one = list_tiles(language, [Tile.Bo])
    said = list_tiles(language, [Tile.Bo, Tile.Bo, Tile.Bo])
    assert said.startswith(f"{one}, {one} ")
    assert said.endswith(f" {one}")


def test_english_has_an_article_for_every_tile() -> None:
    names = {tile: format(TileNames([tile]), "a") for tile in KINDS}
    assert {name for tile, name in names.items() if tile.value[0] == "O"} == {
        f"an {tile.words}" for tile in KINDS if tile.value[0] == "O"
    }
    assert names[Tile.Gx] == "a green cross"
    assert format(TileNames([Tile.Gx, Tile.Gx]), "a") == "2 green crosses"


def test_a_form_that_english_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="acc"):
        write_sentence({"drew": "You drew {tiles:acc}."}, "drew", tiles=[Tile.Ro])

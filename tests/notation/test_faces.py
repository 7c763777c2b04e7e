"""The faces of the opponents: sound pictures, told apart without colour."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from qwirkle.errors import NotationError
from qwirkle.notation.pictures.animals import FACES, SHADE, face_svg
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT


@pytest.mark.parametrize("face", FACES)
def test_every_face_is_a_picture(face: str) -> None:
    picture = ElementTree.fromstring(face_svg(face, 32))  # noqa: S314 - it is our own
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert (picture.get("width"), picture.get("viewBox")) == ("32", "0 0 100 100")
    assert picture.get("aria-label") == face
    assert len(picture) > 5


@pytest.mark.parametrize("face", FACES)
def test_a_face_has_four_tones_and_no_hue(face: str) -> None:
    used = set(re.findall(r"#[0-9a-f]{6}", face_svg(face)))
    assert {BLOCK, BONE, EDGE_LIGHT} <= used <= {BLOCK, BONE, EDGE_LIGHT, SHADE}
    for colour in used:
        parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
        assert max(parts) - min(parts) < 32


def test_no_two_faces_are_alike() -> None:
    assert len(set(FACES.values())) == len(FACES) == 8


def test_an_unknown_face_is_told() -> None:
    with pytest.raises(NotationError, match="“cat” is not a face"):
        face_svg("cat")

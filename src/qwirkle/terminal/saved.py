"""Saved games: every game in the terminal has a file in the user's data folder.

It is written after every turn, so only the unfinished turn is lost however the program ends. A
finished game moves to a separate folder.
"""

from __future__ import annotations

import datetime
from contextlib import suppress
from pathlib import Path

import platformdirs

from qwirkle.errors import QwirkleError
from qwirkle.game import Game

FOLDER, FINISHED, SUFFIX = "terminal", "finished", ".qwr"


def games_folder(data: Path | None) -> Path:
    """Return the folder of saved games: in this data folder, or in the user's."""
    return (data or Path(platformdirs.user_data_dir("qwirkle", appauthor=False))) / FOLDER


def newest_game(folder: Path) -> Path:
    """Return the unfinished game that was played last."""
    games = [path for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    if not games:
        raise QwirkleError(f"there is no saved game to resume in {folder}")
    return max(games, key=lambda path: path.stat().st_mtime)


class SavedGame:
    """The file of the game at this table."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        self._folder = folder
        self.path = path
        self.trouble: str | None = None
        """Why the game could not be saved the last time."""

    def save(self, game: Game) -> None:
        """Write the game atomically; if that fails, the game continues all the same."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self.path is None:
                self.path = self._new_path(game.edition.id)
            if game.to_move is None:
                self.path = self._finished_path(self.path)
            draft = self.path.with_suffix(".tmp")
            game.save(draft)
            draft.replace(self.path)
        except OSError as error:
            self.trouble = f"{self._folder}: {error.strerror}"
        except QwirkleError as error:
            self.trouble = str(error)
        else:
            self.trouble = None

    def start_another(self) -> None:
        """Use a new file for the next game."""
        self.path = None

    def _new_path(self, game: str) -> Path:
        began = datetime.datetime.now().astimezone()
        name = f"{began:%Y-%m-%d-%H%M%S}-{game}"
        for number in range(1, 1000):
            path = self._folder / f"{name}{f'-{number}' * (number > 1)}{SUFFIX}"
            with suppress(FileExistsError):
                path.touch(exist_ok=False)
                return path
        raise QwirkleError(f"{self._folder}: there are too many games of this second")

    def _finished_path(self, path: Path) -> Path:
        folder = self._folder / FINISHED
        if path.parent == folder:
            return path
        folder.mkdir(exist_ok=True)
        return path.replace(folder / path.name)

"""The input line: completion and live points in a terminal, plain lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

Complete = Callable[[str], Iterable[str]]
Live = Callable[[str], str]

CLEARED = "Line cleared. Ctrl-C again leaves; the game is saved."


class PlainPrompt:
    """A prompt that reads lines from a pipe or a simple terminal."""

    def ask(self, question: str) -> str | None:
        """Return the next line, or None at the end of the input."""
        sys.stdout.write(question)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None


class RichPrompt:
    """A prompt with history, completion and a line of live points below."""

    def __init__(self, complete: Complete, live: Live) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document

        self._cleared = False

        class Words(Completer):
            def get_completions(
                self,
                document: Document,
                _event: CompleteEvent,
            ) -> Iterable[Completion]:
                word = document.get_word_before_cursor(WORD=True)
                for offered in complete(document.text_before_cursor):
                    if offered.lower().startswith(word.lower()):
                        yield Completion(offered, start_position=-len(word))

        def below() -> str:
            typed = get_app().current_buffer.text
            if self._cleared and not typed:
                return f" {CLEARED}"
            self._cleared = False
            return f" {live(typed)}"

        self._session: Any = PromptSession(
            completer=Words(),
            bottom_toolbar=below,
            complete_while_typing=False,
            key_bindings=self._keys(),
        )

    def ask(self, question: str) -> str | None:
        """Return the next line, or None when the player closes the input."""
        self._cleared = False
        try:
            answer: str = self._session.prompt(question)
        except EOFError:
            return None
        return answer

    def confirm(self, question: str) -> bool:
        """Return whether the player confirms; anything but yes is a no."""
        from prompt_toolkit import prompt

        try:
            answer = prompt(f"{question} (y/n) ")
        except (EOFError, KeyboardInterrupt):
            return False
        return answer.strip().lower() in {"y", "yes"}

    def _keys(self) -> KeyBindings:
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()

        @keys.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            """Clear the input; leave if it is empty."""
            if event.current_buffer.text:
                event.current_buffer.reset()
                self._cleared = True
            else:
                event.app.exit(exception=KeyboardInterrupt)

        return keys


def interactive() -> bool:
    """Return whether input comes from a person at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()

"""The input line: completion and live points in a terminal, plain lines from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

Complete = Callable[[str], Iterable[str]]
Live = Callable[[str], str]


class PlainPrompt:
    """Reads lines from a pipe or a simple terminal."""

    def ask(self, question: str) -> str | None:
        """The next line, or None at the end of the input."""
        sys.stdout.write(question)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None


class RichPrompt:
    """Reads lines with history, completion and a line of live points below."""

    def __init__(self, complete: Complete, live: Live) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.completion import CompleteEvent, Completer, Completion
        from prompt_toolkit.document import Document

        class Words(Completer):
            def get_completions(
                self,
                document: Document,
                complete_event: CompleteEvent,  # noqa: ARG002 - asked for by the toolkit
            ) -> Iterable[Completion]:
                word = document.get_word_before_cursor(WORD=True)
                for offered in complete(document.text_before_cursor):
                    if offered.lower().startswith(word.lower()):
                        yield Completion(offered, start_position=-len(word))

        def below() -> str:
            return " " + live(get_app().current_buffer.text)

        self._session: Any = PromptSession(
            completer=Words(), bottom_toolbar=below, complete_while_typing=False
        )

    def ask(self, question: str) -> str | None:
        """The next line, or None when the player closes the input."""
        try:
            answer: str = self._session.prompt(question)
        except EOFError:
            return None
        return answer


def interactive() -> bool:
    """Whether a person sits at a terminal here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def prompt_for(complete: Complete, live: Live) -> PlainPrompt | RichPrompt:
    """The best input line there is here."""
    if interactive():
        return RichPrompt(complete, live)
    return PlainPrompt()

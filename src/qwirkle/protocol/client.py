"""The asking side of the engine protocol: a process that speaks it, as an object."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

import msgspec

from qwirkle.errors import QwirkleError
from qwirkle.protocol.process import Child, ChildFault
from qwirkle.protocol.shapes.values import Json

QUOTED = 80
"""The maximum number of characters quoted from a line that cannot be understood."""
OWN_ENGINE = (sys.executable, "-m", "qwirkle", "engine")


class EngineError(QwirkleError):
    """An error that the engine answered with; ``code`` is one of the protocol's."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class EngineProcess:
    """A client that asks one question at a time and waits for its answer.

    After a fault the process is ended: a late line could be mistaken for another answer.

    >>> with EngineProcess() as engine:
    ...     engine.ask("hello")["protocol"]
    1
    """

    def __init__(self, command: Sequence[str] = OWN_ENGINE) -> None:
        self._child = Child(command)
        self._asked = 0
        self.last_question: bytes | None = None
        self.last_answer: bytes | None = None

    def ask(self, op: str, **request: Json) -> dict[str, Json]:
        """Return the result of a request, however long it takes; EngineError if it is refused."""
        return self.ask_within(None, op, request)

    def ask_within(
        self, seconds: float | None, op: str, request: Mapping[str, Json]
    ) -> dict[str, Json]:
        """Return the result of a request; ChildFault if it takes longer than this many seconds."""
        self._asked += 1
        self.last_question = msgspec.json.encode({"id": self._asked, "op": op, **request})
        self.last_answer = None
        self._child.send(self.last_question)
        try:
            self.last_answer = self._child.receive(seconds)
            return _result(self.last_answer, self._asked)
        except ChildFault:
            self._child.kill()
            raise

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._child.is_running

    def close(self) -> int:
        """End the input and wait for the engine to exit; return its exit status."""
        return self._child.close()

    def kill(self) -> None:
        """Kill the engine immediately, with everything it started."""
        self._child.kill()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _result(line: bytes, asked: int) -> dict[str, Json]:
    """Return the result in a line that answers the question with this number."""
    try:
        answer = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ChildFault(f"it wrote a line that is not JSON: {_quote(line)}") from None
    match answer:
        case {"id": int(name)} if name != asked:
            raise ChildFault(f"it answered question {name} when asked question {asked}")
        case {"id": int(), "result": dict(result)}:
            return result
        case {"id": int(), "error": {"code": str(code), "message": str(message)}}:
            raise EngineError(code, message)
    raise ChildFault(f"its answer does not have the shape of the protocol: {_quote(line)}")


def _quote(line: bytes) -> str:
    """Return the beginning of a line, to be shown to people."""
    text = line[: 2 * QUOTED].decode(errors="replace").strip()
    return f"“{text[:QUOTED]}{'…' * (len(text) > QUOTED)}”"

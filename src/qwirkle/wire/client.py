"""The asking side of the engine protocol: a process that speaks it, as an object."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import msgspec

from qwirkle.errors import QwirkleError

OWN_ENGINE = (sys.executable, "-m", "qwirkle", "engine")


class EngineError(QwirkleError):
    """The engine answered with an error; ``code`` is one of the protocol's."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class EngineProcess:
    """Asks one question at a time and waits for its answer.

    >>> with EngineProcess() as engine:
    ...     engine.ask("hello")["protocol"]
    1
    """

    def __init__(self, command: Sequence[str] = OWN_ENGINE) -> None:
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._asked = 0

    def ask(self, op: str, **request: Any) -> dict[str, Any]:
        """The result of a request; EngineError if the engine says no."""
        self._asked += 1
        if self._process.stdin is None or self._process.stdout is None:
            raise QwirkleError("the engine has no pipes to talk through")
        line = msgspec.json.encode({"id": self._asked, "op": op, **request})
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise QwirkleError("the engine has ended") from None
        answer = self._process.stdout.readline()
        if not answer:
            raise QwirkleError("the engine ended without an answer")
        told: dict[str, Any] = msgspec.json.decode(answer)
        if told.get("id") != self._asked:
            raise QwirkleError("the engine answered another question")
        if "error" in told:
            raise EngineError(told["error"]["code"], told["error"]["message"])
        result: dict[str, Any] = told["result"]
        return result

    def close(self) -> int:
        """End the input and wait for the engine to leave; its exit status."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        status = self._process.wait(timeout=10)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

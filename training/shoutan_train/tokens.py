"""The outer form of a KataGo network file: white-space separated tokens with blocks of floats between them.

Floats are `@BIN@` and little-endian float32 in the binary form, decimal tokens in the text form. One form of ours, for
carrying and embedding, has `@F16@` and IEEE half floats instead (`export --half` makes it).
"""

from __future__ import annotations

import gzip
import math
import re
from typing import Any

import numpy as np

_TOKEN = re.compile(rb"\s*(\S+)")
_LIMIT = 1 << 28
# Arrays of fewer numbers are never halved; the same as in the engine's writer.
_HALVED = 64
_FLOATS = {b"@BIN@": np.dtype("<f4"), b"@F16@": np.dtype("<f2")}


class NetFileError(ValueError):
    """A network file that cannot be read."""


class Reader:
    """Reads tokens from the start; every method raises `NetFileError` when the file holds something else."""

    def __init__(self, content: bytes) -> None:
        if content[:2] == b"\x1f\x8b":
            try:
                content = gzip.decompress(content)
            except (OSError, EOFError) as error:
                raise NetFileError(f"the compressed stream is damaged: {error}") from error
        self._data = content
        self._at = 0
        self.version = 0

    def word(self) -> str:
        """The next token."""
        found = _TOKEN.match(self._data, self._at)
        if not found:
            raise NetFileError("the file ends too early")
        self._at = found.end()
        try:
            return found[1].decode("ascii")
        except UnicodeDecodeError as error:
            raise NetFileError(f"byte {found.start(1)} is no text") from error

    def integer(self, low: int = 0, high: int = 1 << 16) -> int:
        """The next token as a whole number within bounds."""
        word = self.word()
        try:
            value = int(word)
        except ValueError as error:
            raise NetFileError(f"{word[:40]!r} stands where a whole number belongs") from error
        if not low <= value <= high:
            raise NetFileError(f"{value} is not within {low} and {high}")
        return value

    def size(self) -> int:
        """A number of channels: from 1 on."""
        return self.integer(1)

    def flag(self) -> bool:
        """0 or 1."""
        return self.integer(0, 1) == 1

    def zeros(self, count: int) -> None:
        """Reserved numbers."""
        for _ in range(count):
            self.integer(0, 0)

    def real(self) -> float:
        """The next token as a finite number."""
        word = self.word()
        try:
            value = float(word)
        except ValueError as error:
            raise NetFileError(f"{word[:40]!r} stands where a number belongs") from error
        if not math.isfinite(value):
            raise NetFileError("a number is not finite")
        return value

    def floats(self, *shape: int) -> np.ndarray:
        """A block of floats as float32 of that shape."""
        count = math.prod(shape)
        if count > _LIMIT:
            raise NetFileError(f"a layer of {count} weights")
        start = self._data.find(b"@", self._at, self._at + 64)
        kind = _FLOATS.get(self._data[start : start + 5]) if start >= 0 else None
        if kind is not None and not self._data[self._at : start].strip():
            end = start + 5 + kind.itemsize * count
            if end > len(self._data):
                raise NetFileError("the file ends within its weights")
            values = np.frombuffer(self._data, kind, count, start + 5).astype(np.float32)
            self._at = end
        else:
            values = np.array([self.real() for _ in range(count)], np.float32)
        if not np.isfinite(values).all():
            raise NetFileError("a weight is not finite")
        return values.reshape(shape)

    def end(self) -> None:
        """Nothing but white space may follow."""
        if self._data[self._at :].strip():
            raise NetFileError("something follows the network")


class Writer:
    """Writes tokens, one a line, and floats in binary; as half floats if asked to, which KataGo cannot read."""

    def __init__(self, version: int, half: bool = False) -> None:
        self.version, self.half = version, half
        self._parts: list[bytes] = []

    def put(self, *words: Any) -> None:
        """Writes tokens; booleans become 0 and 1."""
        for word in words:
            if isinstance(word, bool):
                word = int(word)
            elif isinstance(word, float):
                word = repr(word)
            self._parts.append(f"{word}\n".encode("ascii"))

    def floats(self, values: np.ndarray) -> None:
        """Writes a block of floats in C order, exactly."""
        self._block(b"@BIN@", values)

    def weights(self, values: np.ndarray) -> None:
        """Writes what multiplies: as half floats if the file is to have them, and they fit."""
        fits = values.size >= _HALVED and np.abs(values).max() <= np.finfo(np.float16).max
        self._block(b"@F16@" if self.half and fits else b"@BIN@", values)

    def _block(self, mark: bytes, values: np.ndarray) -> None:
        values = np.ascontiguousarray(values, dtype=_FLOATS[mark])
        if not np.isfinite(values).all():
            raise NetFileError("a weight is not finite")
        self._parts.append(mark + values.tobytes() + b"\n")

    def content(self) -> bytes:
        """What was written, not compressed."""
        return b"".join(self._parts)

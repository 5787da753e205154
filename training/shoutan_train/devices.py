"""Where things are computed, in which precision, and how that is told."""

from __future__ import annotations

import contextlib

import torch


class Device:
    """A CPU or a GPU. `precise` computes in float32; otherwise matrices are multiplied in bfloat16 where that is fast."""

    def __init__(self, name: str = "auto", precise: bool = False) -> None:
        if name == "auto":
            name = "cuda" if torch.cuda.is_available() else "cpu"
        self.torch = torch.device(name)
        self.gpu = self.torch.type == "cuda"
        self.half = not precise and (self.gpu or torch.cpu._is_avx512_bf16_supported())
        if self.gpu and not precise:
            torch.backends.cuda.matmul.allow_tf32 = True
            torch.backends.cudnn.allow_tf32 = True

    def autocast(self) -> contextlib.AbstractContextManager:
        """The precision of what is computed within."""
        return torch.autocast(self.torch.type, torch.bfloat16, enabled=self.half)

    def synchronise(self) -> None:
        """Waits until everything that was asked for is done."""
        if self.gpu:
            torch.cuda.synchronize(self.torch)

    def __str__(self) -> str:
        name = torch.cuda.get_device_name(self.torch) if self.gpu else f"CPU, {torch.get_num_threads()} threads"
        return f"{name}, {'bfloat16' if self.half else 'float32'}"


def say_now(text: str) -> None:
    """Prints a line at once, also into a file."""
    print(text, flush=True)

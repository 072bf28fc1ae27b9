from __future__ import annotations

import os
from inspect import iscoroutinefunction
from typing import IO, Any


def named_file(file: Any) -> tuple[str, IO[bytes] | bytes]:
    """Returns the name and content of an open file or of a tuple of both. Raises TypeError for anything else."""
    name, content = file if isinstance(file, tuple) and len(file) == 2 else (getattr(file, "name", None), file)
    is_bytes = isinstance(content, bytes) and isinstance(file, tuple)
    read = getattr(content, "read", None)
    # Files of text have an encoding; `UploadFile` of FastAPI is read asynchronously: its `file` is the open file.
    if not is_bytes and (read is None or iscoroutinefunction(read) or hasattr(content, "encoding")):
        raise TypeError("file is a path, a file that is open in binary mode, or a tuple of a name and one of bytes")
    # A pipe is called by the number of its descriptor, a temporary file by none.
    is_path = isinstance(name, (str, bytes, os.PathLike)) and os.fspath(name) not in ("", b"", "<stdin>", "<fdopen>")
    return (os.path.basename(os.fsdecode(name)) if is_path else "file"), content


def is_seekable(content: Any) -> bool:
    """Whether a file can be read again. Temporary files of Python 3.10 can, but lack the method `seekable`."""
    if hasattr(content, "seekable"):
        return bool(content.seekable())
    return hasattr(content, "seek") and hasattr(content, "tell")

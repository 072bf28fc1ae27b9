from __future__ import annotations

import os
from dataclasses import dataclass
from typing import IO, Final, TypeAlias, Union


class NotGiven:
    """Stands for an argument that was left out, where None is a value of its own."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven()

#: A path, an open binary file, or a name with the bytes of the file or an open one.
FileInput: TypeAlias = Union[str, "os.PathLike[str]", IO[bytes], tuple[str, bytes | IO[bytes]]]


@dataclass(frozen=True)
class Operation:
    """The parts of an operation that sending it requires."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    takes_key: bool = False
    is_form: bool = False
    has_body: bool = False
    #: The attribute of a page that holds its items.
    items: str = ""
    is_repeatable: bool = True


@dataclass(frozen=True)
class RequestOptions:
    tenant_id: str | NotGiven | None = NOT_GIVEN
    idempotency_key: str | None = None
    timeout: float | None = None

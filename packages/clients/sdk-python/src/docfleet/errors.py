from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class DocfleetError(Exception):
    """A request that failed: refused by the service, or not answered at all.

    `code` is one of the API's, or TIMEOUT, CONNECTION_FAILED, UNEXPECTED_RESPONSE, RUN_FAILED or INVALID_SIGNATURE.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        #: Name it to the operator: the logs carry it.
        self.request_id = request_id
        self.details: Mapping[str, Any] = details or {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Exceptions are made again from `args` alone, which lack the facts: process pools send and copy them."""
        return _restore, (self.code, self.message, self.__dict__)


def _restore(code: str, message: str, facts: Mapping[str, Any]) -> DocfleetError:
    error = DocfleetError(code, message)
    error.__dict__.update(facts)
    return error

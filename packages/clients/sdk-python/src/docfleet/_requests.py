"""Requests and responses, apart from how they are sent: shared by the sync and the async transport."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import time
import uuid
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import IO, Any, cast
from urllib.parse import quote

import httpx
from pydantic import BaseModel

from docfleet._addressee import read_headers
from docfleet._named_file import is_seekable, named_file
from docfleet._operation import FileInput, NotGiven, Operation, RequestOptions
from docfleet.errors import DocfleetError

DEFAULT_TIMEOUT = 60.0
DEFAULT_FORM_TIMEOUT = 600.0

#: Bytes of a pipe that are held in memory; the rest lies in a temporary file.
SPOOLED_BYTES = 8_000_000


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str
    tenant_id: str | None
    timeout: float | None
    max_retries: int
    retry_delay: float

    def __repr__(self) -> str:
        return f"Settings(base_url={self.base_url!r})"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _segment(name: str, id: Any) -> str:
    """An id as part of a path.

    Addresses drop "." and ".." even where they are encoded, and an empty part with them: the request would reach the operation
    of another path, such as the deletion of what the object belongs to.
    """
    # What is missing would be sent as the word "None", which may be the name of something.
    if not isinstance(id, (str, int, uuid.UUID)) or isinstance(id, bool) or str(id) in ("", ".", ".."):
        raise DocfleetError("INVALID_REQUEST", f"{name} is no id: {id!r}")
    return quote(str(id), safe="")


def _plain(value: Any) -> Any:
    """Models that were received may be sent back."""
    if isinstance(value, BaseModel):
        return value.model_dump(by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {key: _plain(child) for key, child in value.items()}
    return [_plain(child) for child in value] if isinstance(value, (list, tuple, set)) else value


class PreparedRequest:
    """A request that can be sent any number of times; files are read anew for each attempt."""

    def __init__(
        self, settings: Settings, operation: Operation, arguments: Mapping[str, Any], options: RequestOptions
    ) -> None:
        given = {name: value for name, value in arguments.items() if not isinstance(value, NotGiven)}
        path = operation.path
        for name in [name for name in given if f"{{{name}}}" in path]:
            path = path.replace(f"{{{name}}}", _segment(name, given.pop(name)))
        query = {name: _text(given.pop(name)) for name in operation.query if name in given}
        self.operation = operation
        self.url = httpx.URL(settings.base_url + path, params=query)
        usual = DEFAULT_FORM_TIMEOUT if operation.is_form else DEFAULT_TIMEOUT
        self.timeout = next(t for t in (options.timeout, settings.timeout, usual) if t is not None)
        self.headers = _headers(settings, operation, options)
        self.file: FileInput | None = given.pop("file") if operation.is_form else None
        self.body = _plain(given)
        self.start = 0
        self.is_repeatable = operation.is_repeatable
        if operation.is_form and not isinstance(self.file, (str, os.PathLike)):
            self.file = named_file(self.file)
            content = self.file[1]
            if not isinstance(content, bytes):
                # What cannot be read twice cannot be sent twice.
                self.is_repeatable = operation.is_repeatable and is_seekable(content)
                self.start = content.tell() if self.is_repeatable else 0

    def build(self, client: httpx.Client | httpx.AsyncClient, closing: ExitStack) -> httpx.Request:
        """The request of one attempt; what it opens is closed with `closing`."""
        common: dict[str, Any] = {"headers": self.headers, "timeout": self.timeout}
        method = self.operation.method
        if self.operation.is_form:
            fields = {k: v if isinstance(v, str) else json.dumps(v) for k, v in self.body.items()}
            files = {"file": self._open(closing)}
            return client.build_request(method, self.url, data=fields, files=files, **common)
        if self.operation.has_body:
            try:
                return client.build_request(method, self.url, json=self.body, **common)
            except UnicodeEncodeError as error:
                # Half of a surrogate pair, as in a text that was cut in the middle of a character.
                message = f"a text of the request is no valid Unicode: {error.reason}"
                raise DocfleetError("INVALID_REQUEST", message) from error
        return client.build_request(method, self.url, **common)

    def _open(self, closing: ExitStack) -> tuple[str, IO[bytes] | bytes]:
        file = self.file
        if isinstance(file, (str, os.PathLike)):
            return os.path.basename(os.fspath(file)), closing.enter_context(open(file, "rb"))
        name, content = named_file(file)
        if isinstance(content, bytes):
            return name, content
        if is_seekable(content):
            content.seek(self.start)
            return name, content
        # A pipe says that it has no bytes: its length is known once it was read to its end, here into a file.
        spooled = cast("IO[bytes]", closing.enter_context(_spool()))
        shutil.copyfileobj(content, spooled)
        spooled.seek(0)
        return name, spooled


def _spool() -> tempfile.SpooledTemporaryFile[bytes]:
    return tempfile.SpooledTemporaryFile(max_size=SPOOLED_BYTES)


def _headers(settings: Settings, operation: Operation, options: RequestOptions) -> dict[str, str]:
    tenant_id = settings.tenant_id if isinstance(options.tenant_id, NotGiven) else options.tenant_id
    headers = {"authorization": f"Bearer {settings.api_key}", "accept": "application/json, */*;q=0.5"}
    # Without the header the data of all tenants are read: a blank one must not be left out.
    if tenant_id is not None:
        headers["x-tenant-id"] = str(tenant_id)
    if operation.takes_key:
        headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
    return read_headers(headers)


def read_data(response: httpx.Response) -> Any:
    """What is in the envelope of a response; raises DocfleetError for every other response."""
    envelope = _parse(response.content)
    if response.is_success and "data" in envelope:
        return envelope["data"]
    raise to_error(response, envelope)


def to_error(response: httpx.Response, envelope: Mapping[str, Any] | None = None) -> DocfleetError:
    error = _mapping((_parse(response.content) if envelope is None else envelope).get("error"))
    details = dict(_mapping(error.get("details")))
    retry_after = _seconds_of(response.headers.get("retry-after", ""))
    if retry_after is not None:
        details["retryAfter"] = retry_after
    return DocfleetError(
        str(error.get("code", "UNEXPECTED_RESPONSE")),
        str(error.get("message", f"The response had the status {response.status_code} and was not one of docfleet's")),
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        details=details,
    )


def _seconds_of(retry_after: str) -> float | None:
    """Seconds of a Retry-After header, which is a number or a date."""
    if re.fullmatch("[0-9]{1,9}", retry_after):
        return int(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _origin(error: httpx.TransportError) -> str:
    """The service that was asked. Paths and queries have names of users."""
    try:
        url = error.request.url
        return f"{url.scheme}://{url.netloc.decode()}"
    except RuntimeError:
        return "The service"


def to_connection_error(error: httpx.TransportError, timeout: float) -> DocfleetError:
    if isinstance(error, httpx.TimeoutException):
        return DocfleetError("TIMEOUT", f"No response within {timeout:g} s")
    return DocfleetError("CONNECTION_FAILED", f"{_origin(error)} was not reached: {error or type(error).__name__}")


def _parse(content: bytes) -> Mapping[str, Any]:
    """A proxy in between may respond with anything."""
    try:
        return _mapping(json.loads(content))
    except (ValueError, RecursionError):
        return {}


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}

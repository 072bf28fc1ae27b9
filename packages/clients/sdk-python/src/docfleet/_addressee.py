"""What can be sent to whom: refused by name before the HTTP client shows a value, which may be a key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from docfleet.errors import DocfleetError

_BLANK = {"x-tenant-id": "name the tenant, or pass None for the data of all of them"}
_ARGUMENTS = {"authorization": "api_key", "x-tenant-id": "tenant_id", "idempotency-key": "idempotency_key"}


def read_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns headers that can be sent. Raises INVALID_REQUEST with the name of the argument for any other."""
    for name, value in headers.items():
        argument = _ARGUMENTS.get(name, name)
        if not value.strip():
            raise DocfleetError("INVALID_REQUEST", f"{argument} is blank: {_BLANK.get(name, 'leave it out')}")
        if not re.fullmatch(r"[\x20-\x7e]*", value):
            message = f"{argument} has a line break, or another character that it cannot have"
            raise DocfleetError("INVALID_REQUEST", message)
    return dict(headers)


def read_address(base_url: str) -> str:
    """Returns the address without a slash at its end. Raises INVALID_REQUEST for one that no request can be sent to."""
    message = "base_url is no address: it begins with https:// or http://, as https://docfleet.example.com"
    try:
        address = urlsplit(base_url.strip())
        is_address = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise DocfleetError("INVALID_REQUEST", message)
    if "@" in address.netloc:
        message = "base_url holds a user or password, which requests do not send: the key is passed as api_key"
        raise DocfleetError("INVALID_REQUEST", message)
    return base_url.strip().rstrip("/")

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from docfleet._model import Model
from docfleet.errors import DocfleetError

KEY_PREFIX = "whsec_"


class WebhookEvent(Model):
    #: The same for all attempts: remember it, as an event may arrive twice.
    request_id: str
    event: str
    data: dict[str, Any]
    tenant_id: str | None
    namespace_id: str
    organization_id: str
    #: ISO 8601.
    timestamp: str


def verify_webhook(
    body: str | bytes,
    headers: Mapping[str, str],
    signing_key: str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Returns the event of a request that docfleet sent.

    `body` is the body as it arrived, not parsed. Raises INVALID_SIGNATURE when the request is not genuine, or older
    than `tolerance` seconds. While a key is being replaced, the old and the new one are both accepted.
    """
    _require_as_received(body, headers, signing_key)
    text = body if isinstance(body, str) else body.decode("utf-8", errors="replace")
    received = {name.lower(): value for name, value in headers.items()}
    if received.get("webhook-signature"):
        sent_at, is_signed = _standard(received, text, signing_key)
    else:
        sent_at, is_signed = _own(received, text, signing_key)
    # What is no number is above and below nothing: a request is fresh only where the comparison says so.
    is_fresh = sent_at is not None and abs((time.time() if now is None else now) - sent_at) <= tolerance
    if not is_fresh:
        raise DocfleetError("INVALID_SIGNATURE", "The webhook is too old, or has no time")
    if not is_signed:
        raise DocfleetError("INVALID_SIGNATURE", "The webhook has no signature of this key")
    return WebhookEvent.model_validate(json.loads(text))


def _require_as_received(body: object, headers: object, signing_key: object) -> None:
    """Frameworks hand on parsed bodies, and settings may be missing: neither says anything of the sender."""
    message = None
    if not isinstance(body, (str, bytes)):
        message = "body is a text or bytes, as the request had them before they were parsed"
    elif not isinstance(headers, Mapping):
        message = "headers is a mapping of the names of the request's headers to their values"
    elif not isinstance(signing_key, str):
        message = "signing_key is missing: pass the key of the webhook, as whsec_…"
    if message:
        raise DocfleetError("INVALID_REQUEST", message)


# https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
def _standard(headers: Mapping[str, str], body: str, signing_key: str) -> tuple[float | None, bool]:
    timestamp = headers.get("webhook-timestamp", "")
    key = _from_base64(signing_key.removeprefix(KEY_PREFIX))
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.{body}"
    signatures = [part[len("v1,") :] for part in headers["webhook-signature"].split(" ") if part.startswith("v1,")]
    expected = _digest(key, signed)
    is_signed = any(hmac.compare_digest(expected, _from_base64(signature)) for signature in signatures)
    is_time = timestamp.isascii() and timestamp.isdigit()
    return (float(timestamp) if is_time else None), bool(key) and is_signed


def _own(headers: Mapping[str, str], body: str, signing_key: str) -> tuple[float | None, bool]:
    timestamp = headers.get("x-service-timestamp", "")
    signed = f'{{"payload":{body},"timestamp":{json.dumps(timestamp, ensure_ascii=False)}}}'
    expected = _digest(signing_key.encode(), signed).hex().encode()
    names = ("x-service-signature", "x-service-signature-previous")
    signatures = [headers.get(name, "").encode() for name in names]
    is_signed = any(hmac.compare_digest(expected, signature) for signature in signatures)
    return _seconds(timestamp), bool(signing_key) and is_signed


def _seconds(timestamp: str) -> float | None:
    try:
        # Python 3.10 does not know the suffix Z.
        moment = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
    except ValueError:
        return None
    return moment.timestamp() if moment.tzinfo else None


def _digest(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""

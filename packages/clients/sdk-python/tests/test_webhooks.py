from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime, timezone
from typing import Any

import pytest

from docfleet import DocfleetError, verify_webhook

KEY = "whsec_" + base64.b64encode(b"a key of thirty-two bytes, 123456").decode()
NOW = 1_800_000_000
EVENT = {
    "requestId": "r",
    "event": "DOCUMENTS_READY",
    "data": {"documentIds": ["d"]},
    "tenantId": None,
    "namespaceId": "n",
    "organizationId": "o",
    "timestamp": "2027-01-15T08:00:00Z",
}
BODY = json.dumps(EVENT, separators=(",", ":"))


def standard(body: str = BODY, key: str = KEY, at: int = NOW) -> dict[str, str]:
    secret = base64.b64decode(key.removeprefix("whsec_"))
    signature = hmac.new(secret, f"id.{at}.{body}".encode(), hashlib.sha256).digest()
    value = f"v1,AAAA v1,{base64.b64encode(signature).decode()}"
    return {"Webhook-Id": "id", "Webhook-Timestamp": str(at), "Webhook-Signature": value}


def own(body: str = BODY) -> dict[str, str]:
    timestamp = datetime.fromtimestamp(NOW, timezone.utc).isoformat().replace("+00:00", "Z")
    signed = f'{{"payload":{body},"timestamp":"{timestamp}"}}'
    digest = hmac.new(KEY.encode(), signed.encode(), hashlib.sha256).hexdigest()
    return {"X-Service-Timestamp": timestamp, "X-Service-Signature": digest}


@pytest.mark.parametrize("headers", [standard(), own()])
def test_a_genuine_request_is_accepted(headers: dict[str, str]) -> None:
    event = verify_webhook(BODY.encode(), headers, KEY, now=NOW + 60)
    assert (event.request_id, event.data) == ("r", {"documentIds": ["d"]})


@pytest.mark.parametrize(
    ("body", "headers", "now"),
    [
        (BODY + " ", standard(), NOW),
        (BODY, standard(key="whsec_" + base64.b64encode(b"another key").decode()), NOW),
        (BODY, standard(), NOW + 301),
        (BODY, standard(), NOW - 301),
        (BODY, {**standard(), "Webhook-Timestamp": "soon"}, NOW),
        (BODY, {}, NOW),
        (BODY, {**own(), "X-Service-Signature": ""}, NOW),
        (BODY, {**own(), "X-Service-Timestamp": "2027-01-15T08:00:00"}, NOW),
    ],
)
def test_any_other_one_is_refused(body: str, headers: dict[str, str], now: float) -> None:
    with pytest.raises(DocfleetError) as caught:
        verify_webhook(body, headers, KEY, now=now)
    assert caught.value.code == "INVALID_SIGNATURE"


def test_an_empty_key_signs_nothing() -> None:
    with pytest.raises(DocfleetError):
        verify_webhook(BODY, standard(key="whsec_"), "whsec_", now=NOW)


@pytest.mark.parametrize("unmeasured", [{"tolerance": float("nan")}, {"now": float("nan")}])
def test_a_request_whose_age_cannot_be_measured_is_refused(unmeasured: dict[str, float]) -> None:
    with pytest.raises(DocfleetError) as raised:
        verify_webhook(BODY, standard(), KEY, **{"now": NOW + 9_000_000, **unmeasured})
    assert raised.value.code == "INVALID_SIGNATURE"


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("body", {"body": EVENT}),
        ("headers", {"headers": list(standard().items())}),
        ("signing_key", {"signing_key": None}),
    ],
)
def test_a_call_with_what_did_not_arrive_so_says_so_and_blames_no_sender(name: str, changes: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"body": BODY, "headers": standard(), "signing_key": KEY, **changes}
    with pytest.raises(DocfleetError, match=name) as raised:
        verify_webhook(**arguments, now=NOW)
    assert raised.value.code == "INVALID_REQUEST"

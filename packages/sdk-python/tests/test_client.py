"""The client against a transport of the test's own: retries, requests and errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from docfleet import AsyncDocfleet, Docfleet, DocfleetError

Handler = Callable[[httpx.Request], httpx.Response]


def client_of(handler: Handler, **settings: object) -> Docfleet:
    http = httpx.Client(transport=httpx.MockTransport(handler))
    return Docfleet("http://docfleet", "k", http_client=http, retry_delay=0.001, **settings)  # type: ignore[arg-type]


def data(value: object) -> httpx.Response:
    return httpx.Response(200, json={"success": True, "message": "", "data": value})


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"success": False, "message": "No", "error": {"code": code, "message": "No", "details": {"a": 1}}}
    return httpx.Response(status, json=body, headers={"x-request-id": "r-1", **headers})


def responses(*given: httpx.Response | Exception) -> tuple[Handler, list[httpx.Request]]:
    seen: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        request.read()
        seen.append(request)
        response = given[len(seen) - 1]
        if isinstance(response, Exception):
            raise response
        return response

    return handle, seen


def test_a_request_carries_key_tenant_and_idempotency_key() -> None:
    handle, seen = responses(data({"ingestJobRunId": "1", "documents": []}))
    client_of(handle, tenant_id="acme").ingest.text(
        namespace_id="notes", ingest_config={"source": "TEXT", "config": {"text": "x"}}
    )
    [request] = seen
    assert request.headers["authorization"] == "Bearer k"
    assert request.headers["x-tenant-id"] == "acme"
    assert len(request.headers["idempotency-key"]) == 36
    expected = {"namespaceId": "notes", "ingestConfig": {"source": "TEXT", "config": {"text": "x"}}}
    assert json.loads(request.content) == expected


def test_path_and_query_are_escaped_and_what_is_not_given_is_not_sent() -> None:
    handle, seen = responses(data({"connection": {}}))
    with pytest.raises(ValueError):  # The response is not a connection.
        client_of(handle).connections.get(connection_id="a/b c", namespace_id="n&1")
    assert seen[0].url.raw_path == b"/v1/connections/a%2Fb%20c?namespaceId=n%261"


@pytest.mark.parametrize(
    "first",
    [
        refusal(503, "SERVICE_UNAVAILABLE"),
        refusal(429, "RATE_LIMIT_EXCEEDED", **{"retry-after": "0"}),
        refusal(409, "IDEMPOTENCY_KEY_IN_USE"),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
    ],
)
def test_what_may_pass_is_sent_again_with_the_same_key(first: httpx.Response | Exception) -> None:
    handle, seen = responses(first, data({"ingestJobRunId": "1", "documents": []}))
    client_of(handle).ingest.text(namespace_id="n", ingest_config={"source": "TEXT", "config": {"text": "x"}})
    keys = {request.headers["idempotency-key"] for request in seen}
    assert (len(seen), len(keys)) == (2, 1)


@pytest.mark.parametrize(
    ("response", "code"),
    [
        (refusal(400, "INVALID_REQUEST"), "INVALID_REQUEST"),
        (refusal(504, "REQUEST_TIMEOUT"), "REQUEST_TIMEOUT"),
        (httpx.Response(404, text="<html>"), "UNEXPECTED_RESPONSE"),
        (httpx.Response(302, headers={"location": "http://elsewhere"}), "UNEXPECTED_RESPONSE"),
    ],
)
def test_what_will_not_pass_is_raised_at_once(response: httpx.Response, code: str) -> None:
    handle, seen = responses(response)
    with pytest.raises(DocfleetError) as caught:
        client_of(handle).namespaces.list()
    assert (caught.value.code, caught.value.status, len(seen)) == (code, response.status_code, 1)


def test_retries_end() -> None:
    handle, seen = responses(*[refusal(500, "INTERNAL_ERROR") for _ in range(3)])
    with pytest.raises(DocfleetError) as caught:
        client_of(handle, max_retries=2).namespaces.list()
    assert (len(seen), caught.value.request_id, caught.value.details["a"]) == (3, "r-1", 1)


def test_a_file_is_read_anew_for_each_attempt(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("hello okapi")
    accepted = data({"ingestJobRunId": "1", "documents": []})
    for file in (path, str(path), ("a.txt", b"hello okapi"), path.open("rb")):
        handle, seen = responses(refusal(503, "SERVICE_UNAVAILABLE"), accepted)
        client_of(handle).ingest.file(namespace_id="n", source="FILE", file=file, metadata={"team": "zoo"})
        assert len(seen) == 2
        for request in seen:
            assert b'filename="a.txt"' in request.content
            assert b"hello okapi" in request.content
            assert b'{"team": "zoo"}' in request.content


def test_iteration_fetches_page_by_page_and_only_what_is_asked_for() -> None:
    def page(number: int, cursor: str | None) -> httpx.Response:
        event = {"id": str(number), "unknownField": 1}
        return data({"itemsReturned": 1, "hasNextPage": cursor is not None, "nextCursor": cursor, "chunks": [event]})

    handle, seen = responses(page(1, "c2"), page(2, None))
    chunks = client_of(handle).documents.iter_chunks(document_id="d", page_size=1)
    with pytest.raises(ValueError):  # The fields of a chunk are missing.
        next(chunks)
    assert [request.url.params.get("cursor") for request in seen] == [None]


def test_nothing_shows_the_key() -> None:
    client = client_of(responses()[0])
    assert "k" not in repr(client._transport.settings).split("(", 1)[1].replace("docfleet", "")


def test_the_async_client_does_the_same() -> None:
    handle, seen = responses(httpx.ConnectError("refused"), data({"namespaces": []}))

    async def use() -> int:
        http = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        async with AsyncDocfleet("http://docfleet", "k", http_client=http, retry_delay=0.001) as client:
            return len((await client.namespaces.list()).namespaces)

    assert (asyncio.run(use()), len(seen)) == (0, 2)


def test_without_a_key_the_client_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCFLEET_API_KEY", raising=False)
    with pytest.raises(ValueError, match="DOCFLEET_API_KEY"):
        Docfleet()

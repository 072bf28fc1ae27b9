"""The client against a transport of the test's own: retries, requests and errors."""

from __future__ import annotations

import asyncio
import copy
import io
import json
import os
import pickle
import re
import tempfile
import time
from collections.abc import Callable
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

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


def test_a_service_that_is_not_reached_is_named_with_the_cause() -> None:
    with Docfleet("http://127.0.0.1:9", "k", max_retries=0) as client, pytest.raises(DocfleetError) as raised:
        client.namespaces.list()
    assert raised.value.code == "CONNECTION_FAILED"
    assert re.match(r"http://127\.0\.0\.1:9 was not reached: .+", raised.value.message)


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


def test_an_error_survives_pickling_and_copying_with_all_its_facts() -> None:
    error = DocfleetError("NOT_FOUND", "gone", status=404, request_id="r", details={"a": 1})
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert isinstance(again, DocfleetError)
        facts = (again.code, again.message, again.status, again.request_id, again.details, str(again))
        assert facts == ("NOT_FOUND", "gone", 404, "r", {"a": 1}, "NOT_FOUND: gone")


def run_in(status: str) -> httpx.Response:
    counts = dict.fromkeys(("queued", "processing", "completed", "failed", "cancelled"), 0)
    moment = {"isoString": "2026-11-25T12:00:00.000Z", "epochMilliseconds": 1_795_608_000_000}
    facts = {"id": "1", "status": status, "errorMessage": None, "cancelledAt": None, "items": None, "notRead": []}
    times = {"createdAt": moment, "updatedAt": moment}
    return data({**facts, **times, "documents": {name: [] for name in counts}, "documentCounts": counts})


@pytest.mark.parametrize("status", ["FAILED", "COMPLETED_WITH_ERRORS", "NEEDS_CONFIRMATION"])
def test_waiting_ends_with_every_state_that_a_run_does_not_leave(status: str) -> None:
    place = {"namespace_id": "n", "ingest_job_run_id": "1"}
    with pytest.raises(DocfleetError, match=f"RUN_FAILED: The run is {status}"):
        client_of(responses(run_in(status))[0]).wait_for_run(**place)
    assert client_of(responses(run_in(status))[0]).wait_for_run(**place, allow_failures=True).status == status

    async def wait() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(responses(run_in(status))[0]))
        async with AsyncDocfleet("http://docfleet", "k", http_client=http) as client:
            await client.wait_for_run(**place)

    with pytest.raises(DocfleetError, match=f"RUN_FAILED: The run is {status}"):
        asyncio.run(wait())


PASTED = "df_live_1_secret\nsecond line"


@pytest.mark.parametrize(
    ("argument", "settings"), [("api_key", {"api_key": PASTED}), ("tenant_id", {"tenant_id": PASTED})]
)
def test_a_line_break_in_a_header_is_refused_by_the_name_of_its_argument(
    argument: str, settings: dict[str, str]
) -> None:
    with pytest.raises(DocfleetError, match=argument) as caught:
        Docfleet("http://localhost:9", **{"api_key": "k", **settings}).namespaces.list()  # type: ignore[arg-type]
    assert (caught.value.code, "secret" in repr(caught.value), caught.value.__cause__) == (
        "INVALID_REQUEST",
        False,
        None,
    )


def test_a_line_break_at_the_end_of_the_key_is_not_sent() -> None:
    handle, seen = responses(data({"namespaces": []}))
    http = httpx.Client(transport=httpx.MockTransport(handle))
    Docfleet("http://docfleet", " k\r\n", http_client=http).namespaces.list()
    assert seen[0].headers["authorization"] == "Bearer k"


@pytest.mark.parametrize(
    "address", ["localhost:4000", "docfleet.example.com", "ftp://docfleet", "http://u:secret@docfleet"]
)
def test_an_address_that_no_request_can_be_sent_to_is_refused_at_once(address: str) -> None:
    with pytest.raises(DocfleetError, match="INVALID_REQUEST: base_url") as caught:
        Docfleet(address, "k")
    assert "secret" not in str(caught.value)


def sent_file(file: object) -> bytes:
    handle, seen = responses(refusal(503, "SERVICE_UNAVAILABLE"), data({"ingestJobRunId": "1", "documents": []}))
    client_of(handle).ingest.file(namespace_id="n", source="FILE", file=file)  # type: ignore[arg-type]
    return seen[-1].content


class OldSpooledFile:
    """tempfile.SpooledTemporaryFile of Python 3.10: it can seek, and has no method that says so."""

    name = None

    def __init__(self, content: bytes) -> None:
        self._file = io.BytesIO(content)
        self.read, self.seek, self.tell = self._file.read, self._file.seek, self._file.tell


def test_a_temporary_file_is_sent_under_a_plain_name_as_often_as_it_takes() -> None:
    with tempfile.SpooledTemporaryFile() as spooled:
        spooled.write(b"hello okapi")
        spooled.seek(0)
        for file in (spooled, OldSpooledFile(b"hello okapi"), io.BytesIO(b"hello okapi")):
            content = sent_file(file)
            assert b'filename="file"' in content
            assert b"hello okapi" in content
    assert b'filename="a.txt"' in sent_file(("a.txt", io.BytesIO(b"hello okapi")))


def test_a_pipe_is_sent_whole_and_once() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"hello okapi")
    os.close(writing)
    handle, seen = responses(data({"ingestJobRunId": "1", "documents": []}))
    with os.fdopen(reading, "rb") as pipe:
        client_of(handle).ingest.file(namespace_id="n", source="FILE", file=pipe)
    [request] = seen
    assert b'filename="file"' in request.content
    assert b"hello okapi" in request.content


@pytest.mark.parametrize("file", [b"bytes", None, 7, io.StringIO("text"), ("a.txt", "text"), ("a.txt",)])
def test_what_is_no_file_is_refused_and_not_sent(file: object) -> None:
    handle, seen = responses()
    with pytest.raises(TypeError, match="file is a path"):
        client_of(handle).ingest.file(namespace_id="n", source="FILE", file=file)  # type: ignore[arg-type]
    assert seen == []


def test_a_retry_after_that_is_a_date_is_waited_for_like_one_in_seconds() -> None:
    later = formatdate(time.time() + 3_600, usegmt=True)
    handle, seen = responses(refusal(429, "RATE_LIMIT_EXCEEDED", **{"retry-after": later}))
    with pytest.raises(DocfleetError) as caught:
        client_of(handle).namespaces.list()
    # An hour is the caller's to wait.
    assert (len(seen), caught.value.details["retryAfter"] > 3_500) == (1, True)


@pytest.mark.parametrize("id", [None, "", ".", "..", {}])
def test_what_is_no_id_is_refused_and_not_sent(id: object) -> None:
    handle, seen = responses()
    with pytest.raises(DocfleetError, match="namespaceId") as raised:
        client_of(handle).namespaces.delete(namespace_id=id)  # type: ignore[arg-type]
    assert (raised.value.code, seen) == ("INVALID_REQUEST", [])


@pytest.mark.parametrize("tenant", ["", " "])
def test_a_blank_tenant_is_refused_as_without_one_the_data_of_all_would_be_read(tenant: str) -> None:
    handle, seen = responses()
    for client, options in ((client_of(handle), {"tenant_id": tenant}), (client_of(handle, tenant_id=tenant), {})):
        with pytest.raises(DocfleetError, match="tenant_id") as raised:
            client.search.semantic(namespace_id="notes", query="stew", **options)  # type: ignore[arg-type]
        assert raised.value.code == "INVALID_REQUEST"
    assert seen == []


class AnswerLists(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = json.dumps({"success": True, "message": "", "data": {"namespaces": []}}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_one_async_client_serves_one_event_loop_after_the_other() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), AnswerLists) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        client = AsyncDocfleet(f"http://127.0.0.1:{server.server_port}", "k", max_retries=0)

        async def use() -> int:
            return len((await client.namespaces.list()).namespaces)

        assert [asyncio.run(use()) for _ in range(3)] == [0, 0, 0]
        server.shutdown()

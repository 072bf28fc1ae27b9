"""What hostile input and hostile responses do to a program that uses the client."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from uuid import uuid4

import httpx
import pytest

from docfleet import Docfleet, DocfleetError


def client_of(handle: Callable[[httpx.Request], httpx.Response]) -> Docfleet:
    http = httpx.Client(transport=httpx.MockTransport(handle))
    return Docfleet("http://docfleet", "k", http_client=http, retry_delay=0.001)


@pytest.mark.parametrize("id", ["..", ".", ""])
def test_an_id_reaches_no_other_operation(id: str) -> None:
    seen: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"data": {}})

    with pytest.raises(DocfleetError) as error:
        client_of(handle).golden_sets.delete(namespace_id="docs", golden_set_id=id)
    assert error.value.code == "INVALID_REQUEST"
    assert seen == []


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(429, headers={"retry-after": "86400"}, json={"error": {"code": "RATE_LIMIT_EXCEEDED"}}),
        httpx.Response(429, headers={"retry-after": "9" * 5_000}, json={"error": "no object"}),
        httpx.Response(400, json={"error": {"code": "X", "message": "Y", "details": "no object"}}),
        httpx.Response(400, content=b"[" * 200_000),
        httpx.Response(400, json=["error"]),
    ],
)
def test_any_response_ends_as_the_one_error_of_the_client(response: httpx.Response) -> None:
    client = client_of(lambda _: response)
    with pytest.raises(DocfleetError):
        client.namespaces.list()


URL = os.environ.get("DOCFLEET_URL")
on_fleet = pytest.mark.skipif(URL is None, reason="DOCFLEET_URL is not set: there is no fleet")


@pytest.fixture
def namespace() -> Iterator[str]:
    name = f"attacks-{uuid4()}"
    with Docfleet() as client:
        client.namespaces.create(name=name)
        yield name
        client.namespaces.delete(namespace_id=name)


@on_fleet
@pytest.mark.parametrize("id", ["../api-keys", "%2e%2e", "..%2f..", "a/../..", "\u0000", "x" * 4_000, "\u202e", "?a=b", "#"])
def test_a_hostile_id_is_refused_as_an_unknown_one(namespace: str, id: str) -> None:
    with Docfleet() as client:
        for act in (client.golden_sets.delete, client.golden_sets.get):
            with pytest.raises(DocfleetError) as error:
                act(namespace_id=namespace, golden_set_id=id)
            assert error.value.status in (400, 404, 414, 431), error.value
        assert client.namespaces.get(namespace_id=namespace).namespace.name == namespace


@on_fleet
def test_the_worst_filter_and_query_are_refused_or_answered(namespace: str) -> None:
    with Docfleet(max_retries=0) as client:
        for metadata in (
            {f"field{index}": {"$nin": [str(value) for value in range(1_000)]} for index in range(32)},
            {"team": {"$in": [str(value) for value in range(40_000)]}},
            {"team": {"$nowhere": 1}},
        ):
            with pytest.raises(DocfleetError) as error:
                client.documents.list(namespace_id=namespace, filter_config={"metadata": metadata})
            assert error.value.status in (400, 413), error.value
        with pytest.raises(DocfleetError) as error:
            client.search.semantic(namespace_id=namespace, query="\ud800")
        assert error.value.status in (400, None), error.value


@on_fleet
def test_a_file_name_does_not_leave_its_field(namespace: str) -> None:
    hostile = 'a"; filename="b.html\r\nX-Injected: 1\r\n\r\n../../etc/passwd.txt'
    with Docfleet() as client:
        accepted = client.ingest.file(namespace_id=namespace, file=(hostile, b"The heron stands at the pond."))
        document = client.documents.get(document_id=accepted.documents[0].id).document
        assert "\n" not in (document.name or "") and "/" not in (document.name or "")

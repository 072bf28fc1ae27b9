"""The whole way against a running docfleet, which DOCFLEET_URL and DOCFLEET_API_KEY name."""

from __future__ import annotations

import asyncio
import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from docfleet import AsyncDocfleet, Docfleet, DocfleetError

pytestmark = pytest.mark.skipif(
    "DOCFLEET_API_KEY" not in os.environ, reason="no docfleet: set DOCFLEET_URL and DOCFLEET_API_KEY"
)

LUNCH = "On Fridays the canteen serves lentil stew for lunch."


@pytest.fixture(scope="module")
def client() -> Iterator[Docfleet]:
    with Docfleet() as opened:
        yield opened


@pytest.fixture(scope="module")
def namespace(client: Docfleet) -> Iterator[str]:
    name = f"python-{uuid.uuid4().hex[:8]}"
    client.namespaces.create(name=name)
    run = client.ingest.text(
        namespace_id=name,
        ingest_config={
            "source": "TEXT",
            "config": {"name": "lunch", "text": LUNCH, "metadata": {"team": "canteen"}},
        },
    )
    client.wait_for_run(namespace_id=name, ingest_job_run_id=run.ingest_job_run_id, deadline=120)
    yield name
    client.namespaces.delete(namespace_id=name)


def test_a_text_is_found_by_meaning_and_by_words(client: Docfleet, namespace: str) -> None:
    by_meaning = client.search.semantic(namespace_id=namespace, query="What is for lunch on Friday?")
    assert LUNCH in by_meaning.results[0].content
    weights = {"semanticWeight": 0.3, "keywordWeight": 0.7}
    by_words = client.search.hybrid(namespace_id=namespace, query="lentil", hybrid_config=weights)  # type: ignore[arg-type]
    assert by_words.results[0].document.name == "lunch"


def test_a_file_is_uploaded_listed_read_and_deleted(client: Docfleet, namespace: str, tmp_path: Path) -> None:
    path = tmp_path / "okapi.md"
    path.write_text("# Okapi\n\nThe okapi feeder opens at dawn.")
    run = client.ingest.file(namespace_id=namespace, source="FILE", file=path, metadata={"team": "zoo"})
    seen: list[str] = []
    ended = client.wait_for_run(
        namespace_id=namespace,
        ingest_job_run_id=run.ingest_job_run_id,
        deadline=120,
        on_progress=lambda each: seen.append(each.status),
    )
    assert (ended.document_counts.completed, seen[-1]) == (1, "COMPLETED")
    [event] = list(client.runs.events(namespace_id=namespace, ingest_job_run_id=run.ingest_job_run_id))
    assert event.status == "COMPLETED"
    documents = list(client.documents.iter(namespace_id=namespace, filter_config={}, page_size=1))
    assert sorted(str(document.name) for document in documents) == ["lunch", "okapi.md"]
    zoo = client.documents.list(namespace_id=namespace, filter_config={"metadata": {"team": "zoo"}})
    assert zoo.documents is not None
    [okapi] = zoo.documents
    assert b"opens at dawn" in client.documents.content(document_id=okapi.id, format="raw")
    deleted = client.documents.delete(namespace_id=namespace, filter_config={"documentIds": [okapi.id]})
    assert deleted.items_deleted == 1


def test_a_refusal_names_code_and_field(client: Docfleet, namespace: str) -> None:
    with pytest.raises(DocfleetError) as caught:
        client.search.semantic(namespace_id=namespace, query="x", top_k=1001)
    assert (caught.value.code, caught.value.status) == ("INVALID_SEARCH_REQUEST", 400)
    assert caught.value.details["issues"] == [{"path": "topK", "message": "must be at most 1000, but it is 1001"}]
    assert caught.value.request_id


def test_the_async_client_searches(namespace: str) -> None:
    async def use() -> list[str]:
        async with AsyncDocfleet() as client:
            found = await client.search.semantic(namespace_id=namespace, query="lunch on Friday")
            listed = [document.id async for document in client.documents.iter(namespace_id=namespace, filter_config={})]
            assert found.results[0].document.id in listed
            return listed

    assert asyncio.run(use())


def test_langchain_retrieves(client: Docfleet, namespace: str) -> None:
    module = pytest.importorskip("docfleet.langchain", reason="langchain-core is not installed")
    retriever = module.DocfleetRetriever(client=client, namespace_id=namespace, filter={"team": "canteen"})
    [document] = retriever.invoke("What is for lunch on Friday?")
    assert LUNCH in document.page_content
    assert (document.metadata["name"], document.metadata["team"]) == ("lunch", "canteen")

    async def use() -> str:
        async with AsyncDocfleet() as async_client:
            found = await module.DocfleetRetriever(async_client=async_client, namespace_id=namespace).ainvoke("lunch")
            return str(found[0].page_content)

    assert LUNCH in asyncio.run(use())


def test_llama_index_retrieves(client: Docfleet, namespace: str) -> None:
    module = pytest.importorskip("docfleet.llama_index", reason="llama-index-core is not installed")
    retriever = module.DocfleetRetriever(client=client, namespace_id=namespace, semantic_weight=1)
    [node] = retriever.retrieve("What is for lunch on Friday?")
    assert LUNCH in node.text
    assert node.score > 0
    assert node.node.ref_doc_id == node.metadata["documentId"]

"""What the retrievers of LangChain and LlamaIndex have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docfleet._generated.models import SearchResult
from docfleet._operation import NOT_GIVEN
from docfleet.client import AsyncDocfleet, Docfleet


def search(
    client: Docfleet, query: str, *, semantic_weight: float | None, filter: Mapping[str, Any] | None, **common: Any
) -> list[SearchResult]:
    metadata: Any = NOT_GIVEN if filter is None else {"metadata": filter}
    if semantic_weight is None or semantic_weight == 1:
        return client.search.semantic(query=query, filter=metadata, search_type=_type(semantic_weight), **common).results
    return client.search.hybrid(query=query, filter=metadata, hybrid_config=_weights(semantic_weight), **common).results


async def search_async(
    client: AsyncDocfleet,
    query: str,
    *,
    semantic_weight: float | None,
    filter: Mapping[str, Any] | None,
    **common: Any,
) -> list[SearchResult]:
    metadata: Any = NOT_GIVEN if filter is None else {"metadata": filter}
    if semantic_weight is None or semantic_weight == 1:
        search_type = _type(semantic_weight)
        return (await client.search.semantic(query=query, filter=metadata, search_type=search_type, **common)).results
    found = await client.search.hybrid(query=query, filter=metadata, hybrid_config=_weights(semantic_weight), **common)
    return found.results


def _type(semantic_weight: float | None) -> Any:
    return NOT_GIVEN if semantic_weight is None else "SEMANTIC"


def _weights(semantic_weight: float) -> Any:
    return {"semanticWeight": semantic_weight, "keywordWeight": round(1 - semantic_weight, 6)}


def describe(result: SearchResult) -> dict[str, Any]:
    """Metadata of a passage: the document's own, and where it comes from."""
    own = result.metadata.model_dump(by_alias=True)
    document = result.document
    return {
        **own,
        "documentId": document.id,
        "externalId": document.external_id,
        "name": document.name,
        "score": result.score,
    }

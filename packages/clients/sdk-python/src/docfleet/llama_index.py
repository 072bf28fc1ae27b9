"""A retriever for LlamaIndex: `pip install docfleet[llama-index]`."""

from __future__ import annotations

from typing import Any

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode

from docfleet._generated.models import SearchResult
from docfleet._operation import NOT_GIVEN
from docfleet._retrieval import describe, search, search_async
from docfleet.client import AsyncDocfleet, Docfleet


class DocfleetRetriever(BaseRetriever):
    """Finds passages of a namespace, by meaning and by words.

    Pass `client` for synchronous use, `async_client` for asynchronous use, or both. `semantic_weight` 1 searches by
    meaning alone; without it meaning and words are weighed as suits the model of the namespace.
    """

    def __init__(
        self,
        *,
        namespace_id: str,
        client: Docfleet | None = None,
        async_client: AsyncDocfleet | None = None,
        top_k: int = 8,
        semantic_weight: float | None = None,
        score_threshold: float = 0,
        filter: dict[str, Any] | None = None,
        tenant_id: str | None = None,
    ) -> None:
        self._client = client
        self._async_client = async_client
        self._request: dict[str, Any] = {
            "namespace_id": namespace_id,
            "top_k": top_k,
            "semantic_weight": semantic_weight,
            "score_threshold": score_threshold,
            "filter": filter,
            "tenant_id": NOT_GIVEN if tenant_id is None else tenant_id,
        }
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._client is None:
            raise ValueError("Pass a client to the retriever for synchronous use")
        return [_node(result) for result in search(self._client, query_bundle.query_str, **self._request)]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._async_client is None:
            return self._retrieve(query_bundle)
        found = await search_async(self._async_client, query_bundle.query_str, **self._request)
        return [_node(result) for result in found]


def _node(result: SearchResult) -> NodeWithScore:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=result.document.id)}
    node = TextNode(text=result.content, metadata=describe(result), relationships=source)
    return NodeWithScore(node=node, score=result.score)

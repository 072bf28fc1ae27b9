"""A retriever for LangChain: `pip install docfleet[langchain]`."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from docfleet._generated.models import SearchResult
from docfleet._operation import NOT_GIVEN
from docfleet._retrieval import describe, search, search_async
from docfleet.client import AsyncDocfleet, Docfleet


class DocfleetRetriever(BaseRetriever):
    """Finds passages of a namespace, by meaning and by words.

    Pass `client` for synchronous use, `async_client` for asynchronous use, or both. `semantic_weight` 1 searches by
    meaning alone; without it meaning and words are weighed as suits the model of the namespace.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    client: Docfleet | None = None
    async_client: AsyncDocfleet | None = None
    namespace_id: str
    top_k: int = 8
    semantic_weight: float | None = None
    score_threshold: float = 0
    filter: dict[str, Any] | None = None
    tenant_id: str | None = None

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        if self.client is None:
            raise ValueError("Pass a client to the retriever for synchronous use")
        return [_document(result) for result in search(self.client, query, **self._request())]

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        if self.async_client is None:
            return await super()._aget_relevant_documents(query, run_manager=run_manager)
        return [_document(result) for result in await search_async(self.async_client, query, **self._request())]

    def _request(self) -> dict[str, Any]:
        return {
            "namespace_id": self.namespace_id,
            "top_k": self.top_k,
            "semantic_weight": self.semantic_weight,
            "score_threshold": self.score_threshold,
            "filter": self.filter,
            "tenant_id": NOT_GIVEN if self.tenant_id is None else self.tenant_id,
        }


def _document(result: SearchResult) -> Document:
    return Document(page_content=result.content, metadata=describe(result))

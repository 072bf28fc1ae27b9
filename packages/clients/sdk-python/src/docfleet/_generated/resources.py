# Written by scripts/generate.py from docs/openapi.json.

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Literal

from docfleet._generated import inputs, models, operations
from docfleet._operation import NOT_GIVEN, FileInput, NotGiven, RequestOptions
from docfleet._transport import AsyncTransport, Transport


class Namespaces:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        validate: bool | NotGiven = NOT_GIVEN,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesCreateGoogleDriveConfig | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesCreateNotionConfig | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NamespacesCreateResult:
        """Create a namespace."""
        return self._transport.send(operations.NAMESPACES_CREATE, models.NamespacesCreateResult, {"validate": validate, "name": name, "fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def check(
        self,
        *,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesCheckGoogleDriveConfig | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesCheckNotionConfig | NotGiven = NOT_GIVEN,
        only: Sequence[Literal["fileStorageConfig", "vectorStorageConfig", "embeddingModelConfig", "rerankConfig", "chatModelConfig", "contextModelConfig", "webScraperConfig", "chunkConfig", "spendingLimitConfig"]] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesCheckResult:
        """Try out the configurations of a namespace."""
        return self._transport.send(operations.NAMESPACES_CHECK, models.NamespacesCheckResult, {"fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config, "only": only}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesListResult:
        """List the namespaces."""
        return self._transport.send(operations.NAMESPACES_LIST, models.NamespacesListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesGetResult:
        """Get a namespace."""
        return self._transport.send(operations.NAMESPACES_GET, models.NamespacesGetResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def overview(
        self,
        *,
        namespace_id: str,
        hours: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesOverviewResult:
        """See how a namespace is doing: what waits, what failed, what was done."""
        return self._transport.send(operations.NAMESPACES_OVERVIEW, models.NamespacesOverviewResult, {"namespaceId": namespace_id, "hours": hours}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def notifications(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesNotificationsResult:
        """See how vendors report the changes of a namespace’s connections."""
        return self._transport.send(operations.NAMESPACES_NOTIFICATIONS, models.NamespacesNotificationsResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update(
        self,
        *,
        namespace_id: str,
        validate: bool | NotGiven = NOT_GIVEN,
        reembed: bool | NotGiven = NOT_GIVEN,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | None | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | None | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | None | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | None | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | None | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | None | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | None | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | None | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | None | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesUpdateGoogleDriveConfig | None | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | None | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | None | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesUpdateNotionConfig | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesUpdateResult:
        """Change the configurations of a namespace."""
        return self._transport.send(operations.NAMESPACES_UPDATE, models.NamespacesUpdateResult, {"namespaceId": namespace_id, "validate": validate, "reembed": reembed, "fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesDeleteResult:
        """Delete a namespace with all that is in it."""
        return self._transport.send(operations.NAMESPACES_DELETE, models.NamespacesDeleteResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncNamespaces:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        name: str,
        validate: bool | NotGiven = NOT_GIVEN,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesCreateGoogleDriveConfig | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesCreateNotionConfig | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.NamespacesCreateResult:
        """Create a namespace."""
        return await self._transport.send(operations.NAMESPACES_CREATE, models.NamespacesCreateResult, {"validate": validate, "name": name, "fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def check(
        self,
        *,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesCheckGoogleDriveConfig | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesCheckNotionConfig | NotGiven = NOT_GIVEN,
        only: Sequence[Literal["fileStorageConfig", "vectorStorageConfig", "embeddingModelConfig", "rerankConfig", "chatModelConfig", "contextModelConfig", "webScraperConfig", "chunkConfig", "spendingLimitConfig"]] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesCheckResult:
        """Try out the configurations of a namespace."""
        return await self._transport.send(operations.NAMESPACES_CHECK, models.NamespacesCheckResult, {"fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config, "only": only}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesListResult:
        """List the namespaces."""
        return await self._transport.send(operations.NAMESPACES_LIST, models.NamespacesListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesGetResult:
        """Get a namespace."""
        return await self._transport.send(operations.NAMESPACES_GET, models.NamespacesGetResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def overview(
        self,
        *,
        namespace_id: str,
        hours: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesOverviewResult:
        """See how a namespace is doing: what waits, what failed, what was done."""
        return await self._transport.send(operations.NAMESPACES_OVERVIEW, models.NamespacesOverviewResult, {"namespaceId": namespace_id, "hours": hours}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def notifications(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesNotificationsResult:
        """See how vendors report the changes of a namespace’s connections."""
        return await self._transport.send(operations.NAMESPACES_NOTIFICATIONS, models.NamespacesNotificationsResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update(
        self,
        *,
        namespace_id: str,
        validate: bool | NotGiven = NOT_GIVEN,
        reembed: bool | NotGiven = NOT_GIVEN,
        file_storage_config: inputs.FileStorageConfig | inputs.FileStorageConfig1 | NotGiven = NOT_GIVEN,
        vector_storage_config: inputs.VectorStorageConfig | inputs.VectorStorageConfig1 | inputs.VectorStorageConfig2 | inputs.VectorStorageConfig3 | NotGiven = NOT_GIVEN,
        embedding_model_config: inputs.EmbeddingModelConfig | inputs.EmbeddingModelConfig1 | inputs.EmbeddingModelConfig2 | inputs.EmbeddingModelConfig3 | NotGiven = NOT_GIVEN,
        rerank_config: inputs.RerankConfig | inputs.RerankConfig1 | inputs.RerankConfig2 | inputs.RerankConfig3 | inputs.RerankConfig4 | None | NotGiven = NOT_GIVEN,
        chat_model_config: inputs.ChatModelConfig | inputs.ChatModelConfig1 | None | NotGiven = NOT_GIVEN,
        context_model_config: inputs.ContextModelConfig | inputs.ContextModelConfig1 | None | NotGiven = NOT_GIVEN,
        chunk_config: inputs.NamespaceChunkConfig | None | NotGiven = NOT_GIVEN,
        spending_limit_config: inputs.SpendingLimitConfig | None | NotGiven = NOT_GIVEN,
        web_scraper_config: inputs.WebScraperConfig | inputs.WebScraperConfig1 | inputs.WebScraperConfig2 | inputs.WebScraperConfig3 | None | NotGiven = NOT_GIVEN,
        box_config: inputs.BoxClient | None | NotGiven = NOT_GIVEN,
        confluence_config: inputs.OAuthClient | None | NotGiven = NOT_GIVEN,
        dropbox_config: inputs.OAuthClient | None | NotGiven = NOT_GIVEN,
        google_drive_config: inputs.NamespacesUpdateGoogleDriveConfig | None | NotGiven = NOT_GIVEN,
        onedrive_config: inputs.MicrosoftClient | None | NotGiven = NOT_GIVEN,
        sharepoint_config: inputs.MicrosoftClient | None | NotGiven = NOT_GIVEN,
        notion_config: inputs.NamespacesUpdateNotionConfig | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesUpdateResult:
        """Change the configurations of a namespace."""
        return await self._transport.send(operations.NAMESPACES_UPDATE, models.NamespacesUpdateResult, {"namespaceId": namespace_id, "validate": validate, "reembed": reembed, "fileStorageConfig": file_storage_config, "vectorStorageConfig": vector_storage_config, "embeddingModelConfig": embedding_model_config, "rerankConfig": rerank_config, "chatModelConfig": chat_model_config, "contextModelConfig": context_model_config, "chunkConfig": chunk_config, "spendingLimitConfig": spending_limit_config, "webScraperConfig": web_scraper_config, "boxConfig": box_config, "confluenceConfig": confluence_config, "dropboxConfig": dropbox_config, "googleDriveConfig": google_drive_config, "onedriveConfig": onedrive_config, "sharepointConfig": sharepoint_config, "notionConfig": notion_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete(
        self,
        *,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.NamespacesDeleteResult:
        """Delete a namespace with all that is in it."""
        return await self._transport.send(operations.NAMESPACES_DELETE, models.NamespacesDeleteResult, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Providers:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ProvidersListResult:
        """List the providers that namespaces can use, with the fields of their configurations."""
        return self._transport.send(operations.PROVIDERS_LIST, models.ProvidersListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncProviders:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ProvidersListResult:
        """List the providers that namespaces can use, with the fields of their configurations."""
        return await self._transport.send(operations.PROVIDERS_LIST, models.ProvidersListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Ingest:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def text(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestTextIngestConfig,
        sync_frequency: Literal["NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a text."""
        return self._transport.send(operations.INGEST_TEXT, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def file(
        self,
        *,
        namespace_id: str,
        file: FileInput,
        source: Literal["FILE", "LOCAL_FILE", "undefined", ""] | NotGiven = NOT_GIVEN,
        config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        chunk_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a file."""
        return self._transport.send(operations.INGEST_FILE, models.IngestAccepted, {"namespaceId": namespace_id, "source": source, "config": config, "metadata": metadata, "chunkConfig": chunk_config, "ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def urls(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestUrlsIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.UrlsAccepted:
        """Ingest a list of web pages."""
        return self._transport.send(operations.INGEST_URLS, models.UrlsAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def youtube(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestYoutubeIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest videos, playlists and channels."""
        return self._transport.send(operations.INGEST_YOUTUBE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def sitemap(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestSitemapIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest the pages of a sitemap."""
        return self._transport.send(operations.INGEST_SITEMAP, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def website(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestWebsiteIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a website."""
        return self._transport.send(operations.INGEST_WEBSITE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def estimate(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestEstimateIngestConfig | inputs.IngestEstimateIngestConfig1 | inputs.IngestEstimateIngestConfig2 | inputs.IngestEstimateIngestConfig3,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestEstimateResult:
        """Estimate what an ingestion would come to."""
        return self._transport.send(operations.INGEST_ESTIMATE, models.IngestEstimateResult, {"namespaceId": namespace_id, "ingestConfig": ingest_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def estimate_file(
        self,
        *,
        namespace_id: str,
        file: FileInput,
        source: Literal["FILE", "LOCAL_FILE", "undefined", ""] | NotGiven = NOT_GIVEN,
        config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        chunk_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestEstimateFileResult:
        """Estimate what the ingestion of a file would come to."""
        return self._transport.send(operations.INGEST_ESTIMATE_FILE, models.IngestEstimateFileResult, {"namespaceId": namespace_id, "source": source, "config": config, "metadata": metadata, "chunkConfig": chunk_config, "ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def box(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestBoxIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Box connection shares."""
        return self._transport.send(operations.INGEST_BOX, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def confluence(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestConfluenceIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Confluence connection shares."""
        return self._transport.send(operations.INGEST_CONFLUENCE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def dropbox(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestDropboxIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Dropbox connection shares."""
        return self._transport.send(operations.INGEST_DROPBOX, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def github(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestGithubIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a GitHub connection shares."""
        return self._transport.send(operations.INGEST_GITHUB, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def google_drive(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestGoogleDriveIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Google Drive connection shares."""
        return self._transport.send(operations.INGEST_GOOGLE_DRIVE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def onedrive(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestOnedriveIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a OneDrive connection shares."""
        return self._transport.send(operations.INGEST_ONEDRIVE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def sharepoint(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestSharepointIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a SharePoint connection shares."""
        return self._transport.send(operations.INGEST_SHAREPOINT, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def notion(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestNotionIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Notion connection shares."""
        return self._transport.send(operations.INGEST_NOTION, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def s3(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestS3IngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what an S3 bucket connection shares."""
        return self._transport.send(operations.INGEST_S3, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))


class AsyncIngest:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def text(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestTextIngestConfig,
        sync_frequency: Literal["NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a text."""
        return await self._transport.send(operations.INGEST_TEXT, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def file(
        self,
        *,
        namespace_id: str,
        file: FileInput,
        source: Literal["FILE", "LOCAL_FILE", "undefined", ""] | NotGiven = NOT_GIVEN,
        config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        chunk_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a file."""
        return await self._transport.send(operations.INGEST_FILE, models.IngestAccepted, {"namespaceId": namespace_id, "source": source, "config": config, "metadata": metadata, "chunkConfig": chunk_config, "ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def urls(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestUrlsIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.UrlsAccepted:
        """Ingest a list of web pages."""
        return await self._transport.send(operations.INGEST_URLS, models.UrlsAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def youtube(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestYoutubeIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest videos, playlists and channels."""
        return await self._transport.send(operations.INGEST_YOUTUBE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def sitemap(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestSitemapIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest the pages of a sitemap."""
        return await self._transport.send(operations.INGEST_SITEMAP, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def website(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestWebsiteIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest a website."""
        return await self._transport.send(operations.INGEST_WEBSITE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def estimate(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestEstimateIngestConfig | inputs.IngestEstimateIngestConfig1 | inputs.IngestEstimateIngestConfig2 | inputs.IngestEstimateIngestConfig3,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestEstimateResult:
        """Estimate what an ingestion would come to."""
        return await self._transport.send(operations.INGEST_ESTIMATE, models.IngestEstimateResult, {"namespaceId": namespace_id, "ingestConfig": ingest_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def estimate_file(
        self,
        *,
        namespace_id: str,
        file: FileInput,
        source: Literal["FILE", "LOCAL_FILE", "undefined", ""] | NotGiven = NOT_GIVEN,
        config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        metadata: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        chunk_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestEstimateFileResult:
        """Estimate what the ingestion of a file would come to."""
        return await self._transport.send(operations.INGEST_ESTIMATE_FILE, models.IngestEstimateFileResult, {"namespaceId": namespace_id, "source": source, "config": config, "metadata": metadata, "chunkConfig": chunk_config, "ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def box(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestBoxIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Box connection shares."""
        return await self._transport.send(operations.INGEST_BOX, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def confluence(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestConfluenceIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Confluence connection shares."""
        return await self._transport.send(operations.INGEST_CONFLUENCE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def dropbox(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestDropboxIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Dropbox connection shares."""
        return await self._transport.send(operations.INGEST_DROPBOX, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def github(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestGithubIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a GitHub connection shares."""
        return await self._transport.send(operations.INGEST_GITHUB, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def google_drive(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestGoogleDriveIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Google Drive connection shares."""
        return await self._transport.send(operations.INGEST_GOOGLE_DRIVE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def onedrive(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestOnedriveIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a OneDrive connection shares."""
        return await self._transport.send(operations.INGEST_ONEDRIVE, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def sharepoint(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestSharepointIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a SharePoint connection shares."""
        return await self._transport.send(operations.INGEST_SHAREPOINT, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def notion(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestNotionIngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what a Notion connection shares."""
        return await self._transport.send(operations.INGEST_NOTION, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def s3(
        self,
        *,
        namespace_id: str,
        ingest_config: inputs.IngestS3IngestConfig,
        sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.IngestAccepted:
        """Ingest what an S3 bucket connection shares."""
        return await self._transport.send(operations.INGEST_S3, models.IngestAccepted, {"namespaceId": namespace_id, "ingestConfig": ingest_config, "syncFrequency": sync_frequency}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))


class Convert:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def file(
        self,
        *,
        file: FileInput,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConvertFileResult:
        """Convert a file to Markdown."""
        return self._transport.send(operations.CONVERT_FILE, models.ConvertFileResult, {"ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncConvert:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def file(
        self,
        *,
        file: FileInput,
        ocr_config: Mapping[str, Any] | NotGiven = NOT_GIVEN,
        html_content: Literal["MAIN", "WHOLE", "undefined", ""] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConvertFileResult:
        """Convert a file to Markdown."""
        return await self._transport.send(operations.CONVERT_FILE, models.ConvertFileResult, {"ocrConfig": ocr_config, "htmlContent": html_content, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Runs:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        namespace_id: str,
        ingestion_job_run_statuses: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingestion_sources: Sequence[str | None] | NotGiven = NOT_GIVEN,
        connection_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingest_job_run_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        is_cancelled: bool | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsListResult:
        """List the ingest job runs of a namespace, the newest first."""
        return self._transport.send(operations.RUNS_LIST, models.RunsListResult, {"namespaceId": namespace_id, "ingestionJobRunStatuses": ingestion_job_run_statuses, "ingestionSources": ingestion_sources, "connectionIds": connection_ids, "ingestJobRunIds": ingest_job_run_ids, "isCancelled": is_cancelled, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        ingestion_job_run_statuses: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingestion_sources: Sequence[str | None] | NotGiven = NOT_GIVEN,
        connection_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingest_job_run_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        is_cancelled: bool | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.IngestJobRun]:
        """List the ingest job runs of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.RUNS_LIST, models.RunsListResult, page_size, {"namespaceId": namespace_id, "ingestionJobRunStatuses": ingestion_job_run_statuses, "ingestionSources": ingestion_sources, "connectionIds": connection_ids, "ingestJobRunIds": ingest_job_run_ids, "isCancelled": is_cancelled}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestJobRunDocuments:
        """Get the status of an ingest job run and of its documents."""
        return self._transport.send(operations.RUNS_GET, models.IngestJobRunDocuments, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def events(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.IngestJobRunProgress]:
        """Follow an ingest job run as server-sent events."""
        return self._transport.stream(operations.RUNS_EVENTS, models.IngestJobRunProgress, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def cancel(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsCancelResult:
        """Cancel what a run has not processed yet."""
        return self._transport.send(operations.RUNS_CANCEL, models.RunsCancelResult, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def confirm(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsConfirmResult:
        """Confirm what a run is about to delete."""
        return self._transport.send(operations.RUNS_CONFIRM, models.RunsConfirmResult, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncRuns:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        namespace_id: str,
        ingestion_job_run_statuses: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingestion_sources: Sequence[str | None] | NotGiven = NOT_GIVEN,
        connection_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingest_job_run_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        is_cancelled: bool | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsListResult:
        """List the ingest job runs of a namespace, the newest first."""
        return await self._transport.send(operations.RUNS_LIST, models.RunsListResult, {"namespaceId": namespace_id, "ingestionJobRunStatuses": ingestion_job_run_statuses, "ingestionSources": ingestion_sources, "connectionIds": connection_ids, "ingestJobRunIds": ingest_job_run_ids, "isCancelled": is_cancelled, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        ingestion_job_run_statuses: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingestion_sources: Sequence[str | None] | NotGiven = NOT_GIVEN,
        connection_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        ingest_job_run_ids: Sequence[str | None] | NotGiven = NOT_GIVEN,
        is_cancelled: bool | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.IngestJobRun]:
        """List the ingest job runs of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.RUNS_LIST, models.RunsListResult, page_size, {"namespaceId": namespace_id, "ingestionJobRunStatuses": ingestion_job_run_statuses, "ingestionSources": ingestion_sources, "connectionIds": connection_ids, "ingestJobRunIds": ingest_job_run_ids, "isCancelled": is_cancelled}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.IngestJobRunDocuments:
        """Get the status of an ingest job run and of its documents."""
        return await self._transport.send(operations.RUNS_GET, models.IngestJobRunDocuments, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def events(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.IngestJobRunProgress]:
        """Follow an ingest job run as server-sent events."""
        return self._transport.stream(operations.RUNS_EVENTS, models.IngestJobRunProgress, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def cancel(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsCancelResult:
        """Cancel what a run has not processed yet."""
        return await self._transport.send(operations.RUNS_CANCEL, models.RunsCancelResult, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def confirm(
        self,
        *,
        ingest_job_run_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.RunsConfirmResult:
        """Confirm what a run is about to delete."""
        return await self._transport.send(operations.RUNS_CONFIRM, models.RunsConfirmResult, {"ingestJobRunId": ingest_job_run_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Documents:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentListFilter,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsListResult:
        """Fetch documents by a filter, with statistics."""
        return self._transport.send(operations.DOCUMENTS_LIST, models.DocumentsListResult, {"namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentListFilter,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.Document]:
        """Fetch documents by a filter, with statistics: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.DOCUMENTS_LIST, models.DocumentsListResult, page_size, {"namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsGetResult:
        """Get a document, with what to do about its error."""
        return self._transport.send(operations.DOCUMENTS_GET, models.DocumentsGetResult, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def timeline(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsTimelineResult:
        """Read what happened to a document."""
        return self._transport.send(operations.DOCUMENTS_TIMELINE, models.DocumentsTimelineResult, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def chunks(
        self,
        *,
        document_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsChunksResult:
        """List the chunks that searches see of a document."""
        return self._transport.send(operations.DOCUMENTS_CHUNKS, models.DocumentsChunksResult, {"documentId": document_id, "pageSize": page_size, "cursor": cursor, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_chunks(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.Chunk]:
        """List the chunks that searches see of a document: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.DOCUMENTS_CHUNKS, models.DocumentsChunksResult, page_size, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update_metadata(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        data: inputs.DocumentsUpdateMetadataData | inputs.DocumentsUpdateMetadataData1,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsUpdateMetadataResult:
        """Change the metadata of all documents that match."""
        return self._transport.send(operations.DOCUMENTS_UPDATE_METADATA, models.DocumentsUpdateMetadataResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination, "data": data}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsDeleteResult:
        """Delete all documents that match."""
        return self._transport.send(operations.DOCUMENTS_DELETE, models.DocumentsDeleteResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update_content(
        self,
        *,
        document_id: str,
        namespace_id: str,
        content: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsUpdateContentResult:
        """Replace the content of a document."""
        return self._transport.send(operations.DOCUMENTS_UPDATE_CONTENT, models.DocumentsUpdateContentResult, {"documentId": document_id, "namespaceId": namespace_id, "content": content}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def resync(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        all: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DocumentsResyncResult:
        """Read documents from their source again."""
        return self._transport.send(operations.DOCUMENTS_RESYNC, models.DocumentsResyncResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def schedule(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        data: inputs.DocumentsScheduleData,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsScheduleResult:
        """Read documents from their source again and again."""
        return self._transport.send(operations.DOCUMENTS_SCHEDULE, models.DocumentsScheduleResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination, "data": data}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def content(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        format: Literal["text", "markdown", "raw"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Read what is stored of a document."""
        return self._transport.send_raw(operations.DOCUMENTS_CONTENT, {"documentId": document_id, "namespaceId": namespace_id, "format": format}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncDocuments:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentListFilter,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsListResult:
        """Fetch documents by a filter, with statistics."""
        return await self._transport.send(operations.DOCUMENTS_LIST, models.DocumentsListResult, {"namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentListFilter,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.Document]:
        """Fetch documents by a filter, with statistics: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.DOCUMENTS_LIST, models.DocumentsListResult, page_size, {"namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsGetResult:
        """Get a document, with what to do about its error."""
        return await self._transport.send(operations.DOCUMENTS_GET, models.DocumentsGetResult, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def timeline(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsTimelineResult:
        """Read what happened to a document."""
        return await self._transport.send(operations.DOCUMENTS_TIMELINE, models.DocumentsTimelineResult, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def chunks(
        self,
        *,
        document_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        namespace_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsChunksResult:
        """List the chunks that searches see of a document."""
        return await self._transport.send(operations.DOCUMENTS_CHUNKS, models.DocumentsChunksResult, {"documentId": document_id, "pageSize": page_size, "cursor": cursor, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_chunks(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.Chunk]:
        """List the chunks that searches see of a document: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.DOCUMENTS_CHUNKS, models.DocumentsChunksResult, page_size, {"documentId": document_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update_metadata(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        data: inputs.DocumentsUpdateMetadataData | inputs.DocumentsUpdateMetadataData1,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsUpdateMetadataResult:
        """Change the metadata of all documents that match."""
        return await self._transport.send(operations.DOCUMENTS_UPDATE_METADATA, models.DocumentsUpdateMetadataResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination, "data": data}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsDeleteResult:
        """Delete all documents that match."""
        return await self._transport.send(operations.DOCUMENTS_DELETE, models.DocumentsDeleteResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update_content(
        self,
        *,
        document_id: str,
        namespace_id: str,
        content: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsUpdateContentResult:
        """Replace the content of a document."""
        return await self._transport.send(operations.DOCUMENTS_UPDATE_CONTENT, models.DocumentsUpdateContentResult, {"documentId": document_id, "namespaceId": namespace_id, "content": content}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def resync(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        all: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.DocumentsResyncResult:
        """Read documents from their source again."""
        return await self._transport.send(operations.DOCUMENTS_RESYNC, models.DocumentsResyncResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def schedule(
        self,
        *,
        namespace_id: str,
        filter_config: inputs.DocumentFilter,
        data: inputs.DocumentsScheduleData,
        all: bool | NotGiven = NOT_GIVEN,
        include_config: inputs.IncludeConfig | NotGiven = NOT_GIVEN,
        pagination: inputs.Pagination | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.DocumentsScheduleResult:
        """Read documents from their source again and again."""
        return await self._transport.send(operations.DOCUMENTS_SCHEDULE, models.DocumentsScheduleResult, {"all": all, "namespaceId": namespace_id, "filterConfig": filter_config, "includeConfig": include_config, "pagination": pagination, "data": data}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def content(
        self,
        *,
        document_id: str,
        namespace_id: str | NotGiven = NOT_GIVEN,
        format: Literal["text", "markdown", "raw"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Read what is stored of a document."""
        return await self._transport.send_raw(operations.DOCUMENTS_CONTENT, {"documentId": document_id, "namespaceId": namespace_id, "format": format}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Files:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def download(
        self,
        *,
        token: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Download a file by its link."""
        return self._transport.send_raw(operations.FILES_DOWNLOAD, {"token": token}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncFiles:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def download(
        self,
        *,
        token: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Download a file by its link."""
        return await self._transport.send_raw(operations.FILES_DOWNLOAD, {"token": token}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Search:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def semantic(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        top_k: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchSemanticFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchSemanticExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchSemanticRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchSemanticRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["SEMANTIC"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.SearchSemanticResult:
        """Search by meaning."""
        return self._transport.send(operations.SEARCH_SEMANTIC, models.SearchSemanticResult, {"query": query, "namespaceId": namespace_id, "topK": top_k, "cursor": cursor, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_semantic(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        top_k: int | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchSemanticFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchSemanticExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchSemanticRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchSemanticRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["SEMANTIC"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.SearchResult]:
        """Search by meaning: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.SEARCH_SEMANTIC, models.SearchSemanticResult, page_size, {"query": query, "namespaceId": namespace_id, "topK": top_k, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def hybrid(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        hybrid_config: inputs.SearchHybridHybridConfig,
        top_k: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchHybridFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchHybridExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchHybridRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchHybridRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["HYBRID"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.SearchHybridResult:
        """Search by meaning and by keywords."""
        return self._transport.send(operations.SEARCH_HYBRID, models.SearchHybridResult, {"query": query, "namespaceId": namespace_id, "topK": top_k, "cursor": cursor, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "hybridConfig": hybrid_config, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_hybrid(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        hybrid_config: inputs.SearchHybridHybridConfig,
        top_k: int | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchHybridFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchHybridExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchHybridRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchHybridRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["HYBRID"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.SearchResult]:
        """Search by meaning and by keywords: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.SEARCH_HYBRID, models.SearchHybridResult, page_size, {"query": query, "namespaceId": namespace_id, "topK": top_k, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "hybridConfig": hybrid_config, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncSearch:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def semantic(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        top_k: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchSemanticFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchSemanticExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchSemanticRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchSemanticRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["SEMANTIC"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.SearchSemanticResult:
        """Search by meaning."""
        return await self._transport.send(operations.SEARCH_SEMANTIC, models.SearchSemanticResult, {"query": query, "namespaceId": namespace_id, "topK": top_k, "cursor": cursor, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_semantic(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        top_k: int | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchSemanticFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchSemanticExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchSemanticRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchSemanticRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["SEMANTIC"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.SearchResult]:
        """Search by meaning: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.SEARCH_SEMANTIC, models.SearchSemanticResult, page_size, {"query": query, "namespaceId": namespace_id, "topK": top_k, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def hybrid(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        hybrid_config: inputs.SearchHybridHybridConfig,
        top_k: int | NotGiven = NOT_GIVEN,
        cursor: str | None | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchHybridFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchHybridExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchHybridRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchHybridRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["HYBRID"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.SearchHybridResult:
        """Search by meaning and by keywords."""
        return await self._transport.send(operations.SEARCH_HYBRID, models.SearchHybridResult, {"query": query, "namespaceId": namespace_id, "topK": top_k, "cursor": cursor, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "hybridConfig": hybrid_config, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_hybrid(
        self,
        *,
        query: str,
        namespace_id: str | Sequence[str],
        hybrid_config: inputs.SearchHybridHybridConfig,
        top_k: int | NotGiven = NOT_GIVEN,
        score_threshold: float | NotGiven = NOT_GIVEN,
        filter: inputs.SearchHybridFilter | NotGiven = NOT_GIVEN,
        max_per_document: int | NotGiven = NOT_GIVEN,
        group_by: Literal["document"] | NotGiven = NOT_GIVEN,
        duplicates: Literal["collapse", "keep"] | NotGiven = NOT_GIVEN,
        neighbors: Literal["keep", "merge"] | NotGiven = NOT_GIVEN,
        operators: bool | NotGiven = NOT_GIVEN,
        expand: Literal["section"] | inputs.SearchHybridExpand1 | NotGiven = NOT_GIVEN,
        highlights: bool | NotGiven = NOT_GIVEN,
        facets: Sequence[str] | NotGiven = NOT_GIVEN,
        recency: inputs.SearchHybridRecency | NotGiven = NOT_GIVEN,
        rerank: inputs.SearchHybridRerank | NotGiven = NOT_GIVEN,
        explain: bool | NotGiven = NOT_GIVEN,
        search_type: Literal["HYBRID"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.SearchResult]:
        """Search by meaning and by keywords: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.SEARCH_HYBRID, models.SearchHybridResult, page_size, {"query": query, "namespaceId": namespace_id, "topK": top_k, "scoreThreshold": score_threshold, "filter": filter, "maxPerDocument": max_per_document, "groupBy": group_by, "duplicates": duplicates, "neighbors": neighbors, "operators": operators, "expand": expand, "highlights": highlights, "facets": facets, "recency": recency, "rerank": rerank, "explain": explain, "hybridConfig": hybrid_config, "searchType": search_type}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Answers:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        namespace_id: str | Sequence[str],
        question: str,
        messages: Sequence[inputs.AnswersCreateMessagesItem] | NotGiven = NOT_GIVEN,
        top_k: int | NotGiven = NOT_GIVEN,
        filter: inputs.AnswersCreateFilter | NotGiven = NOT_GIVEN,
        recency: inputs.AnswersCreateRecency | NotGiven = NOT_GIVEN,
        hybrid_config: inputs.AnswersCreateHybridConfig | NotGiven = NOT_GIVEN,
        min_relevance: float | NotGiven = NOT_GIVEN,
        unverified: Literal["quote", "remove", "mark"] | NotGiven = NOT_GIVEN,
        judge: Literal["NONE", "CHAT_MODEL"] | NotGiven = NOT_GIVEN,
        max_tokens: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.AnswersCreateResult:
        """Answer a question from the documents."""
        return self._transport.send(operations.ANSWERS_CREATE, models.AnswersCreateResult, {"namespaceId": namespace_id, "question": question, "messages": messages, "topK": top_k, "filter": filter, "recency": recency, "hybridConfig": hybrid_config, "minRelevance": min_relevance, "unverified": unverified, "judge": judge, "maxTokens": max_tokens}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def stream(
        self,
        *,
        namespace_id: str | Sequence[str],
        question: str,
        messages: Sequence[inputs.AnswersCreateMessagesItem] | NotGiven = NOT_GIVEN,
        top_k: int | NotGiven = NOT_GIVEN,
        filter: inputs.AnswersCreateFilter | NotGiven = NOT_GIVEN,
        recency: inputs.AnswersCreateRecency | NotGiven = NOT_GIVEN,
        hybrid_config: inputs.AnswersCreateHybridConfig | NotGiven = NOT_GIVEN,
        min_relevance: float | NotGiven = NOT_GIVEN,
        unverified: Literal["quote", "remove", "mark"] | NotGiven = NOT_GIVEN,
        judge: Literal["NONE", "CHAT_MODEL"] | NotGiven = NOT_GIVEN,
        max_tokens: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.AnswerSearchedEvent | models.AnswerSentenceEvent | models.AnswerRemovedEvent | models.AnswerDoneEvent | models.AnswerErrorEvent]:
        """Answer a question from the documents, piece by piece as it comes."""
        return self._transport.stream(operations.ANSWERS_CREATE, models.AnswerSearchedEvent | models.AnswerSentenceEvent | models.AnswerRemovedEvent | models.AnswerDoneEvent | models.AnswerErrorEvent, {"namespaceId": namespace_id, "question": question, "messages": messages, "topK": top_k, "filter": filter, "recency": recency, "hybridConfig": hybrid_config, "minRelevance": min_relevance, "unverified": unverified, "judge": judge, "maxTokens": max_tokens, "stream": True}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncAnswers:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        namespace_id: str | Sequence[str],
        question: str,
        messages: Sequence[inputs.AnswersCreateMessagesItem] | NotGiven = NOT_GIVEN,
        top_k: int | NotGiven = NOT_GIVEN,
        filter: inputs.AnswersCreateFilter | NotGiven = NOT_GIVEN,
        recency: inputs.AnswersCreateRecency | NotGiven = NOT_GIVEN,
        hybrid_config: inputs.AnswersCreateHybridConfig | NotGiven = NOT_GIVEN,
        min_relevance: float | NotGiven = NOT_GIVEN,
        unverified: Literal["quote", "remove", "mark"] | NotGiven = NOT_GIVEN,
        judge: Literal["NONE", "CHAT_MODEL"] | NotGiven = NOT_GIVEN,
        max_tokens: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.AnswersCreateResult:
        """Answer a question from the documents."""
        return await self._transport.send(operations.ANSWERS_CREATE, models.AnswersCreateResult, {"namespaceId": namespace_id, "question": question, "messages": messages, "topK": top_k, "filter": filter, "recency": recency, "hybridConfig": hybrid_config, "minRelevance": min_relevance, "unverified": unverified, "judge": judge, "maxTokens": max_tokens}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def stream(
        self,
        *,
        namespace_id: str | Sequence[str],
        question: str,
        messages: Sequence[inputs.AnswersCreateMessagesItem] | NotGiven = NOT_GIVEN,
        top_k: int | NotGiven = NOT_GIVEN,
        filter: inputs.AnswersCreateFilter | NotGiven = NOT_GIVEN,
        recency: inputs.AnswersCreateRecency | NotGiven = NOT_GIVEN,
        hybrid_config: inputs.AnswersCreateHybridConfig | NotGiven = NOT_GIVEN,
        min_relevance: float | NotGiven = NOT_GIVEN,
        unverified: Literal["quote", "remove", "mark"] | NotGiven = NOT_GIVEN,
        judge: Literal["NONE", "CHAT_MODEL"] | NotGiven = NOT_GIVEN,
        max_tokens: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.AnswerSearchedEvent | models.AnswerSentenceEvent | models.AnswerRemovedEvent | models.AnswerDoneEvent | models.AnswerErrorEvent]:
        """Answer a question from the documents, piece by piece as it comes."""
        return self._transport.stream(operations.ANSWERS_CREATE, models.AnswerSearchedEvent | models.AnswerSentenceEvent | models.AnswerRemovedEvent | models.AnswerDoneEvent | models.AnswerErrorEvent, {"namespaceId": namespace_id, "question": question, "messages": messages, "topK": top_k, "filter": filter, "recency": recency, "hybridConfig": hybrid_config, "minRelevance": min_relevance, "unverified": unverified, "judge": judge, "maxTokens": max_tokens, "stream": True}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class GoldenSets:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        namespace_id: str,
        name: str,
        description: str | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.GoldenSetsCreateResult:
        """Create a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_CREATE, models.GoldenSetsCreateResult, {"namespaceId": namespace_id, "name": name, "description": description}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def list(
        self,
        *,
        namespace_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsListResult:
        """List the golden sets of a namespace, the newest first."""
        return self._transport.send(operations.GOLDEN_SETS_LIST, models.GoldenSetsListResult, {"namespaceId": namespace_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.GoldenSet]:
        """List the golden sets of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.GOLDEN_SETS_LIST, models.GoldenSetsListResult, page_size, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsGetResult:
        """Get a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_GET, models.GoldenSetsGetResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsUpdateResult:
        """Change the name or the description of a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_UPDATE, models.GoldenSetsUpdateResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "name": name, "description": description}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsDeleteResult:
        """Delete a golden set with its questions and evaluations."""
        return self._transport.send(operations.GOLDEN_SETS_DELETE, models.GoldenSetsDeleteResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def write_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        questions: Sequence[inputs.GoldenSetsWriteQuestionsQuestionsItem],
        replace: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsWriteQuestionsResult:
        """Write questions into a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_WRITE_QUESTIONS, models.GoldenSetsWriteQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questions": questions, "replace": replace}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def import_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        file: FileInput,
        replace: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsImportQuestionsResult:
        """Write the questions of a file into a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_IMPORT_QUESTIONS, models.GoldenSetsImportQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "replace": replace, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsQuestionsResult:
        """List the questions of a golden set, the oldest first."""
        return self._transport.send(operations.GOLDEN_SETS_QUESTIONS, models.GoldenSetsQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "status": status, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.GoldenQuestion]:
        """List the questions of a golden set, the oldest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.GOLDEN_SETS_QUESTIONS, models.GoldenSetsQuestionsResult, page_size, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update_question(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        question_id: str,
        relevant: Sequence[inputs.GoldenSetsUpdateQuestionRelevantItem] | NotGiven = NOT_GIVEN,
        reference_answer: str | None | NotGiven = NOT_GIVEN,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsUpdateQuestionResult:
        """Change what is relevant for a question, its reference answer or its status."""
        return self._transport.send(operations.GOLDEN_SETS_UPDATE_QUESTION, models.GoldenSetsUpdateQuestionResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questionId": question_id, "relevant": relevant, "referenceAnswer": reference_answer, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete_question(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        question_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsDeleteQuestionResult:
        """Delete a question of a golden set."""
        return self._transport.send(operations.GOLDEN_SETS_DELETE_QUESTION, models.GoldenSetsDeleteQuestionResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questionId": question_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def generate_candidates(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        count: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsGenerateCandidatesResult:
        """Generate candidate questions from the documents."""
        return self._transport.send(operations.GOLDEN_SETS_GENERATE_CANDIDATES, models.GoldenSetsGenerateCandidatesResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "count": count}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncGoldenSets:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        namespace_id: str,
        name: str,
        description: str | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.GoldenSetsCreateResult:
        """Create a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_CREATE, models.GoldenSetsCreateResult, {"namespaceId": namespace_id, "name": name, "description": description}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def list(
        self,
        *,
        namespace_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsListResult:
        """List the golden sets of a namespace, the newest first."""
        return await self._transport.send(operations.GOLDEN_SETS_LIST, models.GoldenSetsListResult, {"namespaceId": namespace_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.GoldenSet]:
        """List the golden sets of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.GOLDEN_SETS_LIST, models.GoldenSetsListResult, page_size, {"namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsGetResult:
        """Get a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_GET, models.GoldenSetsGetResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsUpdateResult:
        """Change the name or the description of a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_UPDATE, models.GoldenSetsUpdateResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "name": name, "description": description}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsDeleteResult:
        """Delete a golden set with its questions and evaluations."""
        return await self._transport.send(operations.GOLDEN_SETS_DELETE, models.GoldenSetsDeleteResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def write_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        questions: Sequence[inputs.GoldenSetsWriteQuestionsQuestionsItem],
        replace: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsWriteQuestionsResult:
        """Write questions into a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_WRITE_QUESTIONS, models.GoldenSetsWriteQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questions": questions, "replace": replace}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def import_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        file: FileInput,
        replace: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsImportQuestionsResult:
        """Write the questions of a file into a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_IMPORT_QUESTIONS, models.GoldenSetsImportQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "replace": replace, "file": file}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsQuestionsResult:
        """List the questions of a golden set, the oldest first."""
        return await self._transport.send(operations.GOLDEN_SETS_QUESTIONS, models.GoldenSetsQuestionsResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "status": status, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_questions(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.GoldenQuestion]:
        """List the questions of a golden set, the oldest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.GOLDEN_SETS_QUESTIONS, models.GoldenSetsQuestionsResult, page_size, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update_question(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        question_id: str,
        relevant: Sequence[inputs.GoldenSetsUpdateQuestionRelevantItem] | NotGiven = NOT_GIVEN,
        reference_answer: str | None | NotGiven = NOT_GIVEN,
        status: Literal["ACCEPTED", "CANDIDATE"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsUpdateQuestionResult:
        """Change what is relevant for a question, its reference answer or its status."""
        return await self._transport.send(operations.GOLDEN_SETS_UPDATE_QUESTION, models.GoldenSetsUpdateQuestionResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questionId": question_id, "relevant": relevant, "referenceAnswer": reference_answer, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete_question(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        question_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsDeleteQuestionResult:
        """Delete a question of a golden set."""
        return await self._transport.send(operations.GOLDEN_SETS_DELETE_QUESTION, models.GoldenSetsDeleteQuestionResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "questionId": question_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def generate_candidates(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        count: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.GoldenSetsGenerateCandidatesResult:
        """Generate candidate questions from the documents."""
        return await self._transport.send(operations.GOLDEN_SETS_GENERATE_CANDIDATES, models.GoldenSetsGenerateCandidatesResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "count": count}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Evaluations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        config: inputs.EvaluationsCreateConfig | NotGiven = NOT_GIVEN,
        seed: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.EvaluationsCreateResult:
        """Evaluate the searches of a namespace with a golden set."""
        return self._transport.send(operations.EVALUATIONS_CREATE, models.EvaluationsCreateResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "config": config, "seed": seed}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def list(
        self,
        *,
        namespace_id: str,
        golden_set_id: str | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsListResult:
        """List the evaluations of a namespace, the newest first."""
        return self._transport.send(operations.EVALUATIONS_LIST, models.EvaluationsListResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        golden_set_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.Evaluation]:
        """List the evaluations of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.EVALUATIONS_LIST, models.EvaluationsListResult, page_size, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsGetResult:
        """Get an evaluation with its progress."""
        return self._transport.send(operations.EVALUATIONS_GET, models.EvaluationsGetResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def cancel(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsCancelResult:
        """Cancel an evaluation."""
        return self._transport.send(operations.EVALUATIONS_CANCEL, models.EvaluationsCancelResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def results(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsResultsResult:
        """List what an evaluation found, question by question."""
        return self._transport.send(operations.EVALUATIONS_RESULTS, models.EvaluationsResultsResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_results(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.EvaluationResult]:
        """List what an evaluation found, question by question: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.EVALUATIONS_RESULTS, models.EvaluationsResultsResult, page_size, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def compare(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        baseline_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationComparison:
        """Compare an evaluation with another, question by question."""
        return self._transport.send(operations.EVALUATIONS_COMPARE, models.EvaluationComparison, {"namespaceId": namespace_id, "evaluationId": evaluation_id, "baselineId": baseline_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncEvaluations:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        namespace_id: str,
        golden_set_id: str,
        config: inputs.EvaluationsCreateConfig | NotGiven = NOT_GIVEN,
        seed: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.EvaluationsCreateResult:
        """Evaluate the searches of a namespace with a golden set."""
        return await self._transport.send(operations.EVALUATIONS_CREATE, models.EvaluationsCreateResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "config": config, "seed": seed}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def list(
        self,
        *,
        namespace_id: str,
        golden_set_id: str | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsListResult:
        """List the evaluations of a namespace, the newest first."""
        return await self._transport.send(operations.EVALUATIONS_LIST, models.EvaluationsListResult, {"namespaceId": namespace_id, "goldenSetId": golden_set_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        golden_set_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.Evaluation]:
        """List the evaluations of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.EVALUATIONS_LIST, models.EvaluationsListResult, page_size, {"namespaceId": namespace_id, "goldenSetId": golden_set_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsGetResult:
        """Get an evaluation with its progress."""
        return await self._transport.send(operations.EVALUATIONS_GET, models.EvaluationsGetResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def cancel(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsCancelResult:
        """Cancel an evaluation."""
        return await self._transport.send(operations.EVALUATIONS_CANCEL, models.EvaluationsCancelResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def results(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationsResultsResult:
        """List what an evaluation found, question by question."""
        return await self._transport.send(operations.EVALUATIONS_RESULTS, models.EvaluationsResultsResult, {"namespaceId": namespace_id, "evaluationId": evaluation_id, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_results(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.EvaluationResult]:
        """List what an evaluation found, question by question: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.EVALUATIONS_RESULTS, models.EvaluationsResultsResult, page_size, {"namespaceId": namespace_id, "evaluationId": evaluation_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def compare(
        self,
        *,
        namespace_id: str,
        evaluation_id: str,
        baseline_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.EvaluationComparison:
        """Compare an evaluation with another, question by question."""
        return await self._transport.send(operations.EVALUATIONS_COMPARE, models.EvaluationComparison, {"namespaceId": namespace_id, "evaluationId": evaluation_id, "baselineId": baseline_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class ApiKeys:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[Literal["read", "ingest", "admin"]] | NotGiven = NOT_GIVEN,
        expires_at: str | None | NotGiven = NOT_GIVEN,
        rate_limit_per_minute: int | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeysCreateResult:
        """Create an API key."""
        return self._transport.send(operations.API_KEYS_CREATE, models.ApiKeysCreateResult, {"name": name, "scopes": scopes, "expiresAt": expires_at, "rateLimitPerMinute": rate_limit_per_minute}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysListResult:
        """List the API keys, the newest first."""
        return self._transport.send(operations.API_KEYS_LIST, models.ApiKeysListResult, {"pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.ApiKey]:
        """List the API keys, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.API_KEYS_LIST, models.ApiKeysListResult, page_size, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def current(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysCurrentResult:
        """Get the calling API key."""
        return self._transport.send(operations.API_KEYS_CURRENT, models.ApiKeysCurrentResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def rotate(
        self,
        *,
        api_key_id: str,
        grace_period_seconds: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeysRotateResult:
        """Put a new API key in the place of one."""
        return self._transport.send(operations.API_KEYS_ROTATE, models.ApiKeysRotateResult, {"apiKeyId": api_key_id, "gracePeriodSeconds": grace_period_seconds}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def revoke(
        self,
        *,
        api_key_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysRevokeResult:
        """Revoke an API key."""
        return self._transport.send(operations.API_KEYS_REVOKE, models.ApiKeysRevokeResult, {"apiKeyId": api_key_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncApiKeys:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        name: str,
        scopes: Sequence[Literal["read", "ingest", "admin"]] | NotGiven = NOT_GIVEN,
        expires_at: str | None | NotGiven = NOT_GIVEN,
        rate_limit_per_minute: int | None | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeysCreateResult:
        """Create an API key."""
        return await self._transport.send(operations.API_KEYS_CREATE, models.ApiKeysCreateResult, {"name": name, "scopes": scopes, "expiresAt": expires_at, "rateLimitPerMinute": rate_limit_per_minute}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysListResult:
        """List the API keys, the newest first."""
        return await self._transport.send(operations.API_KEYS_LIST, models.ApiKeysListResult, {"pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.ApiKey]:
        """List the API keys, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.API_KEYS_LIST, models.ApiKeysListResult, page_size, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def current(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysCurrentResult:
        """Get the calling API key."""
        return await self._transport.send(operations.API_KEYS_CURRENT, models.ApiKeysCurrentResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def rotate(
        self,
        *,
        api_key_id: str,
        grace_period_seconds: int | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ApiKeysRotateResult:
        """Put a new API key in the place of one."""
        return await self._transport.send(operations.API_KEYS_ROTATE, models.ApiKeysRotateResult, {"apiKeyId": api_key_id, "gracePeriodSeconds": grace_period_seconds}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def revoke(
        self,
        *,
        api_key_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ApiKeysRevokeResult:
        """Revoke an API key."""
        return await self._transport.send(operations.API_KEYS_REVOKE, models.ApiKeysRevokeResult, {"apiKeyId": api_key_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Usage:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.UsageGetResult:
        """Read what was ingested and what chat models used, by day and namespace."""
        return self._transport.send(operations.USAGE_GET, models.UsageGetResult, {"from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncUsage:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.UsageGetResult:
        """Read what was ingested and what chat models used, by day and namespace."""
        return await self._transport.send(operations.USAGE_GET, models.UsageGetResult, {"from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AuditEvents:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        action: str | NotGiven = NOT_GIVEN,
        target_type: str | NotGiven = NOT_GIVEN,
        target_id: str | NotGiven = NOT_GIVEN,
        api_key_id: str | NotGiven = NOT_GIVEN,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.AuditEventsListResult:
        """List who changed what, the newest first."""
        return self._transport.send(operations.AUDIT_EVENTS_LIST, models.AuditEventsListResult, {"pageSize": page_size, "cursor": cursor, "action": action, "targetType": target_type, "targetId": target_id, "apiKeyId": api_key_id, "from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        action: str | NotGiven = NOT_GIVEN,
        target_type: str | NotGiven = NOT_GIVEN,
        target_id: str | NotGiven = NOT_GIVEN,
        api_key_id: str | NotGiven = NOT_GIVEN,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.AuditEvent]:
        """List who changed what, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.AUDIT_EVENTS_LIST, models.AuditEventsListResult, page_size, {"action": action, "targetType": target_type, "targetId": target_id, "apiKeyId": api_key_id, "from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncAuditEvents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        action: str | NotGiven = NOT_GIVEN,
        target_type: str | NotGiven = NOT_GIVEN,
        target_id: str | NotGiven = NOT_GIVEN,
        api_key_id: str | NotGiven = NOT_GIVEN,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.AuditEventsListResult:
        """List who changed what, the newest first."""
        return await self._transport.send(operations.AUDIT_EVENTS_LIST, models.AuditEventsListResult, {"pageSize": page_size, "cursor": cursor, "action": action, "targetType": target_type, "targetId": target_id, "apiKeyId": api_key_id, "from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        action: str | NotGiven = NOT_GIVEN,
        target_type: str | NotGiven = NOT_GIVEN,
        target_id: str | NotGiven = NOT_GIVEN,
        api_key_id: str | NotGiven = NOT_GIVEN,
        from_: str | NotGiven = NOT_GIVEN,
        to: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.AuditEvent]:
        """List who changed what, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.AUDIT_EVENTS_LIST, models.AuditEventsListResult, page_size, {"action": action, "targetType": target_type, "targetId": target_id, "apiKeyId": api_key_id, "from": from_, "to": to}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Connections:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        namespace_id: str,
        name: str,
        connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"],
        client_redirect_url: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        settings: inputs.ConnectionsCreateSettings | inputs.ConnectionsCreateSettings1 | inputs.ConnectionsCreateSettings2 | inputs.ConnectionsCreateSettings3 | inputs.ConnectionsCreateSettings4 | inputs.ConnectionsCreateSettings5 | inputs.ConnectionsCreateSettings6 | inputs.ConnectionsCreateSettings7 | inputs.ConnectionsCreateSettings8 | inputs.ConnectionsCreateSettings9 | inputs.ConnectionsCreateSettings10 | inputs.ConnectionsCreateSettings11 | inputs.ConnectionsCreateSettings12 | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ConnectionsCreateResult:
        """Create a connection."""
        return self._transport.send(operations.CONNECTIONS_CREATE, models.ConnectionsCreateResult, {"namespaceId": namespace_id, "name": name, "connector": connector, "clientRedirectUrl": client_redirect_url, "externalId": external_id, "settings": settings}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def check(
        self,
        *,
        namespace_id: str,
        connection_id: str | NotGiven = NOT_GIVEN,
        connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsCheckResult:
        """Try out a connection, or the OAuth client of a connector."""
        return self._transport.send(operations.CONNECTIONS_CHECK, models.ConnectionsCheckResult, {"namespaceId": namespace_id, "connectionId": connection_id, "connector": connector}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def list(
        self,
        *,
        namespace_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        connector: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsListResult:
        """List the connections of a namespace, the newest first."""
        return self._transport.send(operations.CONNECTIONS_LIST, models.ConnectionsListResult, {"namespaceId": namespace_id, "pageSize": page_size, "cursor": cursor, "connector": connector, "externalId": external_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        connector: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.Connection]:
        """List the connections of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.CONNECTIONS_LIST, models.ConnectionsListResult, page_size, {"namespaceId": namespace_id, "connector": connector, "externalId": external_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsGetResult:
        """Get a connection."""
        return self._transport.send(operations.CONNECTIONS_GET, models.ConnectionsGetResult, {"connectionId": connection_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def choices(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsChoicesResult:
        """List what of a connection can be ingested by name."""
        return self._transport.send(operations.CONNECTIONS_CHOICES, models.ConnectionsChoicesResult, {"connectionId": connection_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        name: str | NotGiven = NOT_GIVEN,
        client_redirect_url: str | None | NotGiven = NOT_GIVEN,
        site_id: str | None | NotGiven = NOT_GIVEN,
        settings: inputs.ConnectionsUpdateSettings | inputs.ConnectionsUpdateSettings1 | inputs.ConnectionsUpdateSettings2 | inputs.ConnectionsUpdateSettings3 | inputs.ConnectionsUpdateSettings4 | inputs.ConnectionsUpdateSettings5 | inputs.ConnectionsUpdateSettings6 | inputs.ConnectionsUpdateSettings7 | inputs.ConnectionsUpdateSettings8 | inputs.ConnectionsUpdateSettings9 | inputs.ConnectionsUpdateSettings10 | inputs.ConnectionsUpdateSettings11 | inputs.ConnectionsUpdateSettings12 | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsUpdateResult:
        """Change a connection, or authorize it again."""
        return self._transport.send(operations.CONNECTIONS_UPDATE, models.ConnectionsUpdateResult, {"connectionId": connection_id, "namespaceId": namespace_id, "name": name, "clientRedirectUrl": client_redirect_url, "siteId": site_id, "settings": settings}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def revoke(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        delete_documents: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsRevokeResult:
        """Revoke a connection."""
        return self._transport.send(operations.CONNECTIONS_REVOKE, models.ConnectionsRevokeResult, {"connectionId": connection_id, "deleteDocuments": delete_documents, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        delete_documents: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsDeleteResult:
        """Delete a connection."""
        return self._transport.send(operations.CONNECTIONS_DELETE, models.ConnectionsDeleteResult, {"connectionId": connection_id, "namespaceId": namespace_id, "deleteDocuments": delete_documents}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def callback(
        self,
        *,
        state: str | NotGiven = NOT_GIVEN,
        code: str | NotGiven = NOT_GIVEN,
        error: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Take the user back from a vendor."""
        return self._transport.send_raw(operations.CONNECTIONS_CALLBACK, {"state": state, "code": code, "error": error}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class AsyncConnections:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        namespace_id: str,
        name: str,
        connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"],
        client_redirect_url: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        settings: inputs.ConnectionsCreateSettings | inputs.ConnectionsCreateSettings1 | inputs.ConnectionsCreateSettings2 | inputs.ConnectionsCreateSettings3 | inputs.ConnectionsCreateSettings4 | inputs.ConnectionsCreateSettings5 | inputs.ConnectionsCreateSettings6 | inputs.ConnectionsCreateSettings7 | inputs.ConnectionsCreateSettings8 | inputs.ConnectionsCreateSettings9 | inputs.ConnectionsCreateSettings10 | inputs.ConnectionsCreateSettings11 | inputs.ConnectionsCreateSettings12 | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.ConnectionsCreateResult:
        """Create a connection."""
        return await self._transport.send(operations.CONNECTIONS_CREATE, models.ConnectionsCreateResult, {"namespaceId": namespace_id, "name": name, "connector": connector, "clientRedirectUrl": client_redirect_url, "externalId": external_id, "settings": settings}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def check(
        self,
        *,
        namespace_id: str,
        connection_id: str | NotGiven = NOT_GIVEN,
        connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsCheckResult:
        """Try out a connection, or the OAuth client of a connector."""
        return await self._transport.send(operations.CONNECTIONS_CHECK, models.ConnectionsCheckResult, {"namespaceId": namespace_id, "connectionId": connection_id, "connector": connector}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def list(
        self,
        *,
        namespace_id: str,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        connector: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsListResult:
        """List the connections of a namespace, the newest first."""
        return await self._transport.send(operations.CONNECTIONS_LIST, models.ConnectionsListResult, {"namespaceId": namespace_id, "pageSize": page_size, "cursor": cursor, "connector": connector, "externalId": external_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter(
        self,
        *,
        namespace_id: str,
        connector: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.Connection]:
        """List the connections of a namespace, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.CONNECTIONS_LIST, models.ConnectionsListResult, page_size, {"namespaceId": namespace_id, "connector": connector, "externalId": external_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsGetResult:
        """Get a connection."""
        return await self._transport.send(operations.CONNECTIONS_GET, models.ConnectionsGetResult, {"connectionId": connection_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def choices(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsChoicesResult:
        """List what of a connection can be ingested by name."""
        return await self._transport.send(operations.CONNECTIONS_CHOICES, models.ConnectionsChoicesResult, {"connectionId": connection_id, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        name: str | NotGiven = NOT_GIVEN,
        client_redirect_url: str | None | NotGiven = NOT_GIVEN,
        site_id: str | None | NotGiven = NOT_GIVEN,
        settings: inputs.ConnectionsUpdateSettings | inputs.ConnectionsUpdateSettings1 | inputs.ConnectionsUpdateSettings2 | inputs.ConnectionsUpdateSettings3 | inputs.ConnectionsUpdateSettings4 | inputs.ConnectionsUpdateSettings5 | inputs.ConnectionsUpdateSettings6 | inputs.ConnectionsUpdateSettings7 | inputs.ConnectionsUpdateSettings8 | inputs.ConnectionsUpdateSettings9 | inputs.ConnectionsUpdateSettings10 | inputs.ConnectionsUpdateSettings11 | inputs.ConnectionsUpdateSettings12 | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsUpdateResult:
        """Change a connection, or authorize it again."""
        return await self._transport.send(operations.CONNECTIONS_UPDATE, models.ConnectionsUpdateResult, {"connectionId": connection_id, "namespaceId": namespace_id, "name": name, "clientRedirectUrl": client_redirect_url, "siteId": site_id, "settings": settings}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def revoke(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        delete_documents: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsRevokeResult:
        """Revoke a connection."""
        return await self._transport.send(operations.CONNECTIONS_REVOKE, models.ConnectionsRevokeResult, {"connectionId": connection_id, "deleteDocuments": delete_documents, "namespaceId": namespace_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete(
        self,
        *,
        connection_id: str,
        namespace_id: str,
        delete_documents: bool | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.ConnectionsDeleteResult:
        """Delete a connection."""
        return await self._transport.send(operations.CONNECTIONS_DELETE, models.ConnectionsDeleteResult, {"connectionId": connection_id, "namespaceId": namespace_id, "deleteDocuments": delete_documents}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def callback(
        self,
        *,
        state: str | NotGiven = NOT_GIVEN,
        code: str | NotGiven = NOT_GIVEN,
        error: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> bytes:
        """Take the user back from a vendor."""
        return await self._transport.send_raw(operations.CONNECTIONS_CALLBACK, {"state": state, "code": code, "error": error}, RequestOptions(tenant_id=tenant_id, timeout=timeout))


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        url: str,
        name: str | NotGiven = NOT_GIVEN,
        events: Sequence[Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED"]] | NotGiven = NOT_GIVEN,
        namespace_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        retry_policy: Literal["DEFAULT", "STANDARD"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksCreateResult:
        """Create a webhook."""
        return self._transport.send(operations.WEBHOOKS_CREATE, models.WebhooksCreateResult, {"url": url, "name": name, "events": events, "namespaceIds": namespace_ids, "retryPolicy": retry_policy}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksListResult:
        """List the webhooks."""
        return self._transport.send(operations.WEBHOOKS_LIST, models.WebhooksListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksGetResult:
        """Get a webhook."""
        return self._transport.send(operations.WEBHOOKS_GET, models.WebhooksGetResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def update(
        self,
        *,
        webhook_id: str,
        url: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        events: Sequence[Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED"]] | NotGiven = NOT_GIVEN,
        namespace_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        retry_policy: Literal["DEFAULT", "STANDARD"] | NotGiven = NOT_GIVEN,
        status: Literal["ACTIVE", "DISABLED"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksUpdateResult:
        """Change a webhook."""
        return self._transport.send(operations.WEBHOOKS_UPDATE, models.WebhooksUpdateResult, {"webhookId": webhook_id, "url": url, "name": name, "events": events, "namespaceIds": namespace_ids, "retryPolicy": retry_policy, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def delete(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksDeleteResult:
        """Delete a webhook."""
        return self._transport.send(operations.WEBHOOKS_DELETE, models.WebhooksDeleteResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def test(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksTestResult:
        """Send a test event to a webhook."""
        return self._transport.send(operations.WEBHOOKS_TEST, models.WebhooksTestResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def rotate_key(
        self,
        *,
        webhook_id: str,
        overlap_hours: float | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksRotateKeyResult:
        """Replace the signing key of a webhook."""
        return self._transport.send(operations.WEBHOOKS_ROTATE_KEY, models.WebhooksRotateKeyResult, {"webhookId": webhook_id, "overlapHours": overlap_hours}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    def list_deliveries(
        self,
        *,
        webhook_id: str,
        status: str | NotGiven = NOT_GIVEN,
        event: str | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksListDeliveriesResult:
        """List the deliveries of a webhook, the newest first."""
        return self._transport.send(operations.WEBHOOKS_LIST_DELIVERIES, models.WebhooksListDeliveriesResult, {"webhookId": webhook_id, "status": status, "event": event, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_deliveries(
        self,
        *,
        webhook_id: str,
        status: str | NotGiven = NOT_GIVEN,
        event: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """List the deliveries of a webhook, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.WEBHOOKS_LIST_DELIVERIES, models.WebhooksListDeliveriesResult, page_size, {"webhookId": webhook_id, "status": status, "event": event}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def get_delivery(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksGetDeliveryResult:
        """Get a delivery with all its attempts."""
        return self._transport.send(operations.WEBHOOKS_GET_DELIVERY, models.WebhooksGetDeliveryResult, {"webhookId": webhook_id, "deliveryId": delivery_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def replay_delivery(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksReplayDeliveryResult:
        """Send a delivery once more."""
        return self._transport.send(operations.WEBHOOKS_REPLAY_DELIVERY, models.WebhooksReplayDeliveryResult, {"webhookId": webhook_id, "deliveryId": delivery_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))


class AsyncWebhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        *,
        url: str,
        name: str | NotGiven = NOT_GIVEN,
        events: Sequence[Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED"]] | NotGiven = NOT_GIVEN,
        namespace_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        retry_policy: Literal["DEFAULT", "STANDARD"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksCreateResult:
        """Create a webhook."""
        return await self._transport.send(operations.WEBHOOKS_CREATE, models.WebhooksCreateResult, {"url": url, "name": name, "events": events, "namespaceIds": namespace_ids, "retryPolicy": retry_policy}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def list(
        self,
        *,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksListResult:
        """List the webhooks."""
        return await self._transport.send(operations.WEBHOOKS_LIST, models.WebhooksListResult, {}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksGetResult:
        """Get a webhook."""
        return await self._transport.send(operations.WEBHOOKS_GET, models.WebhooksGetResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def update(
        self,
        *,
        webhook_id: str,
        url: str | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        events: Sequence[Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED"]] | NotGiven = NOT_GIVEN,
        namespace_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        retry_policy: Literal["DEFAULT", "STANDARD"] | NotGiven = NOT_GIVEN,
        status: Literal["ACTIVE", "DISABLED"] | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksUpdateResult:
        """Change a webhook."""
        return await self._transport.send(operations.WEBHOOKS_UPDATE, models.WebhooksUpdateResult, {"webhookId": webhook_id, "url": url, "name": name, "events": events, "namespaceIds": namespace_ids, "retryPolicy": retry_policy, "status": status}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def delete(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksDeleteResult:
        """Delete a webhook."""
        return await self._transport.send(operations.WEBHOOKS_DELETE, models.WebhooksDeleteResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def test(
        self,
        *,
        webhook_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksTestResult:
        """Send a test event to a webhook."""
        return await self._transport.send(operations.WEBHOOKS_TEST, models.WebhooksTestResult, {"webhookId": webhook_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def rotate_key(
        self,
        *,
        webhook_id: str,
        overlap_hours: float | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksRotateKeyResult:
        """Replace the signing key of a webhook."""
        return await self._transport.send(operations.WEBHOOKS_ROTATE_KEY, models.WebhooksRotateKeyResult, {"webhookId": webhook_id, "overlapHours": overlap_hours}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))

    async def list_deliveries(
        self,
        *,
        webhook_id: str,
        status: str | NotGiven = NOT_GIVEN,
        event: str | NotGiven = NOT_GIVEN,
        page_size: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksListDeliveriesResult:
        """List the deliveries of a webhook, the newest first."""
        return await self._transport.send(operations.WEBHOOKS_LIST_DELIVERIES, models.WebhooksListDeliveriesResult, {"webhookId": webhook_id, "status": status, "event": event, "pageSize": page_size, "cursor": cursor}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    def iter_deliveries(
        self,
        *,
        webhook_id: str,
        status: str | NotGiven = NOT_GIVEN,
        event: str | NotGiven = NOT_GIVEN,
        page_size: int = 100,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """List the deliveries of a webhook, the newest first: every item of all pages, fetched page by page."""
        return self._transport.paginate(operations.WEBHOOKS_LIST_DELIVERIES, models.WebhooksListDeliveriesResult, page_size, {"webhookId": webhook_id, "status": status, "event": event}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def get_delivery(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.WebhooksGetDeliveryResult:
        """Get a delivery with all its attempts."""
        return await self._transport.send(operations.WEBHOOKS_GET_DELIVERY, models.WebhooksGetDeliveryResult, {"webhookId": webhook_id, "deliveryId": delivery_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout))

    async def replay_delivery(
        self,
        *,
        webhook_id: str,
        delivery_id: str,
        tenant_id: str | None | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.WebhooksReplayDeliveryResult:
        """Send a delivery once more."""
        return await self._transport.send(operations.WEBHOOKS_REPLAY_DELIVERY, models.WebhooksReplayDeliveryResult, {"webhookId": webhook_id, "deliveryId": delivery_id}, RequestOptions(tenant_id=tenant_id, timeout=timeout, idempotency_key=idempotency_key))


class Resources:
    def __init__(self, transport: Transport) -> None:
        self.namespaces = Namespaces(transport)
        self.providers = Providers(transport)
        self.ingest = Ingest(transport)
        self.convert = Convert(transport)
        self.runs = Runs(transport)
        self.documents = Documents(transport)
        self.files = Files(transport)
        self.search = Search(transport)
        self.answers = Answers(transport)
        self.golden_sets = GoldenSets(transport)
        self.evaluations = Evaluations(transport)
        self.api_keys = ApiKeys(transport)
        self.usage = Usage(transport)
        self.audit_events = AuditEvents(transport)
        self.connections = Connections(transport)
        self.webhooks = Webhooks(transport)


class AsyncResources:
    def __init__(self, transport: AsyncTransport) -> None:
        self.namespaces = AsyncNamespaces(transport)
        self.providers = AsyncProviders(transport)
        self.ingest = AsyncIngest(transport)
        self.convert = AsyncConvert(transport)
        self.runs = AsyncRuns(transport)
        self.documents = AsyncDocuments(transport)
        self.files = AsyncFiles(transport)
        self.search = AsyncSearch(transport)
        self.answers = AsyncAnswers(transport)
        self.golden_sets = AsyncGoldenSets(transport)
        self.evaluations = AsyncEvaluations(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.usage = AsyncUsage(transport)
        self.audit_events = AsyncAuditEvents(transport)
        self.connections = AsyncConnections(transport)
        self.webhooks = AsyncWebhooks(transport)

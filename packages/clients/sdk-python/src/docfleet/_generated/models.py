# Written by scripts/generate.py from docs/openapi.json.
"""What is received."""

from __future__ import annotations

from typing import Any, Literal

from docfleet._model import Model

ErrorCode = Literal[
    "ANSWER_FAILED",
    "API_KEY_CONFLICT",
    "API_KEY_NOT_FOUND",
    "CHAT_MODEL_NOT_SET",
    "CONNECTION_NOT_FOUND",
    "CONVERT_FILE_FAILED",
    "CREATE_CONNECTION_FAILED",
    "DELETE_DOCUMENTS_FAILED",
    "DOCUMENTS_NOT_FOUND",
    "EVALUATION_CONFLICT",
    "EVALUATION_NOT_FOUND",
    "FETCH_CONNECTIONS_FAILED",
    "FILE_TOO_LARGE",
    "FORBIDDEN",
    "GOLDEN_QUESTION_NOT_FOUND",
    "GOLDEN_SET_CONFLICT",
    "GOLDEN_SET_NOT_FOUND",
    "IDEMPOTENCY_KEY_IN_USE",
    "IDEMPOTENCY_KEY_REUSED",
    "INGESTION_FAILED",
    "INGEST_JOB_RUN_NOT_FOUND",
    "INTERNAL_ERROR",
    "INVALID_CHUNK_CONFIG",
    "INVALID_FILTER_CONFIG",
    "INVALID_HYBRID_CONFIG",
    "INVALID_INGEST_CONFIG",
    "INVALID_OCR_CONFIG",
    "INVALID_REQUEST",
    "INVALID_SCRAPE_OPTIONS",
    "INVALID_SEARCH_REQUEST",
    "NAMESPACE_ALREADY_EXISTS",
    "NAMESPACE_CONFLICT",
    "NAMESPACE_NOT_FOUND",
    "NOT_FOUND",
    "ORGANIZATION_LIMIT_REACHED",
    "PAYLOAD_TOO_LARGE",
    "QUOTA_EXCEEDED",
    "RATE_LIMIT_EXCEEDED",
    "REQUEST_TIMEOUT",
    "RESYNC_DOCUMENTS_FAILED",
    "SCHEDULE_DOCUMENTS_FAILED",
    "SEARCH_FAILED",
    "SERVICE_UNAVAILABLE",
    "SPENDING_LIMIT_REACHED",
    "UNAUTHORIZED",
    "UNSUPPORTED_FILE_TYPE",
    "UNSUPPORTED_MEDIA_TYPE",
    "UPDATE_DOCUMENTS_FAILED",
    "UPDATE_DOCUMENT_CONTENT_FAILED",
    "WEBHOOK_DELIVERY_NOT_FOUND",
    "WEBHOOK_DISABLED",
    "WEBHOOK_LIMIT_REACHED",
    "WEBHOOK_NOT_FOUND",
    "WEB_SCRAPER_CONFIG_NOT_SET",
]


class NamespacesCreateResult(Model):
    namespace: Namespace


class Namespace(Model):
    identifier: str
    name: str
    organization: NamespaceOrganization
    file_storage_config: NamespaceFileStorageConfig
    vector_storage_config: NamespaceVectorStorageConfig
    embedding_model_config: NamespaceEmbeddingModelConfig
    rerank_config: NamespaceRerankConfig | None
    chat_model_config: NamespaceChatModelConfig | None
    context_model_config: NamespaceContextModelConfig | None
    chunk_config: NamespaceChunkConfig | None
    spending_limit_config: NamespaceSpendingLimitConfig | None
    web_scraper_config: NamespaceWebScraperConfig | None
    box_config: ClientConfig | None
    confluence_config: ClientConfig | None
    dropbox_config: ClientConfig | None
    google_drive_config: ClientConfig | None
    onedrive_config: MicrosoftClientConfig | None
    sharepoint_config: MicrosoftClientConfig | None
    notion_config: NamespaceNotionConfig | None
    created_at: Timestamp
    updated_at: Timestamp


class NamespaceOrganization(Model):
    id: str


class NamespaceFileStorageConfig(Model):
    type: Literal["S3_COMPATIBLE", "LOCAL"] | str
    bucket: str | None = None
    region: str | None = None
    endpoint: str | None = None
    addressing: str | None = None


class NamespaceVectorStorageConfig(Model):
    provider: Literal["PINECONE", "LANCEDB", "PGVECTOR", "QDRANT"] | str
    url: str | None = None
    index_host: str | None = None
    collection: str | None = None
    shard_number: float | None = None
    replication_factor: float | None = None


class NamespaceEmbeddingModelConfig(Model):
    provider: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str
    model: str | None = None
    base_url: str | None = None
    dimensions: float | None = None


class NamespaceRerankConfig(Model):
    provider: str
    model: str
    base_url: str | None = None


class NamespaceChatModelConfig(Model):
    provider: str
    model: str
    base_url: str | None = None


class NamespaceContextModelConfig(Model):
    provider: str
    model: str
    base_url: str | None = None


class NamespaceChunkConfig(Model):
    chunk_size: int
    chunk_overlap: int


class NamespaceSpendingLimitConfig(Model):
    tokens_per_month: int | None = None
    cost_per_month: int | None = None


class NamespaceWebScraperConfig(Model):
    provider: Literal["FIRECRAWL", "JINA", "SCRAPINGBEE", "BUILTIN"] | str
    api_key: str | None = None


class ClientConfig(Model):
    client_id: str


class MicrosoftClientConfig(Model):
    client_id: str
    tenant_id: str | None = None


class NamespaceNotionConfig(Model):
    client_id: str
    authorization_url: str | None = None


class Timestamp(Model):
    iso_string: str


class NamespacesCheckResult(Model):
    issues: list[NamespacesCheckResultIssuesItem]


class NamespacesCheckResultIssuesItem(Model):
    path: str
    message: str


class NamespacesListResult(Model):
    namespaces: list[Namespace]


class NamespacesGetResult(Model):
    namespace: Namespace
    move: NamespaceMove | None


class NamespaceMove(Model):
    status: Literal["RUNNING", "PAUSED", "INCOMPLETE", "EMPTYING"] | str
    reembeds: bool
    previous: NamespaceMovePrevious
    ingest_job_run_id: str | None
    documents: int
    moved: int
    failed: int
    summary: str


class NamespaceMovePrevious(Model):
    vector_storage_config: NamespaceMovePreviousVectorStorageConfig
    embedding_model_config: NamespaceMovePreviousEmbeddingModelConfig


class NamespaceMovePreviousVectorStorageConfig(Model):
    provider: Literal["PINECONE", "LANCEDB", "PGVECTOR", "QDRANT"] | str
    url: str | None = None
    index_host: str | None = None
    collection: str | None = None
    shard_number: float | None = None
    replication_factor: float | None = None


class NamespaceMovePreviousEmbeddingModelConfig(Model):
    provider: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str
    model: str | None = None
    base_url: str | None = None
    dimensions: float | None = None


class NamespacesOverviewResult(Model):
    documents: list[NamespacesOverviewResultDocumentsItem]
    waiting: list[NamespacesOverviewResultWaitingItem]
    errors: list[NamespacesOverviewResultErrorsItem]
    throughput: list[NamespacesOverviewResultThroughputItem]
    move: NamespaceMove | None


class NamespacesOverviewResultDocumentsItem(Model):
    status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    count: int


class NamespacesOverviewResultWaitingItem(Model):
    stage: Literal["FETCH_PAGE", "FETCH_ITEM", "PARSE", "EMBED"] | str
    status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    count: int


class NamespacesOverviewResultErrorsItem(Model):
    code: str
    count: int
    advice: str | None
    document_id: str


class NamespacesOverviewResultThroughputItem(Model):
    hour: str
    succeeded: int
    failed: int
    chunks: int
    tokens: int


class NamespacesNotificationsResult(Model):
    is_enabled: bool
    connectors: list[ConnectorNotifications]


class ConnectorNotifications(Model):
    connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    address: str | None
    verification_token: str | None
    verified_at: str | None
    channels: int
    problems: list[ConnectorNotificationsProblemsItem]


class ConnectorNotificationsProblemsItem(Model):
    connection_id: str
    reason: str


class NamespacesUpdateResult(Model):
    namespace: Namespace
    ingest_job_run_id: str | None = None


class NamespacesDeleteResult(Model):
    identifier: str


class ProvidersListResult(Model):
    configurations: list[ConfigForm]
    connections: list[ConnectionForm]
    default_chat_model: ProvidersListResultDefaultChatModel | None


class ConfigForm(Model):
    config: Literal["fileStorageConfig", "vectorStorageConfig", "embeddingModelConfig", "rerankConfig", "chatModelConfig", "contextModelConfig", "chunkConfig", "spendingLimitConfig", "webScraperConfig", "boxConfig", "confluenceConfig", "dropboxConfig", "googleDriveConfig", "onedriveConfig", "sharepointConfig", "notionConfig"] | str
    label: str
    help: str | None
    required: bool
    unset: str | None
    discriminator: str | None
    providers: list[ConfigFormProvidersItem]
    connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str | None
    setup: ConnectorSetup | None


class ConfigFormProvidersItem(Model):
    name: str | None
    label: str
    help: str | None
    fields: list[ConfigFormProvidersItemFieldsItem]


class ConfigFormProvidersItemFieldsItem(Model):
    path: str
    label: str
    help: str | None
    example: str | None
    type: Literal["string", "integer", "list"] | str
    required: bool
    secret: bool
    options: list[str] | None


class ConnectorSetup(Model):
    steps: list[ConnectorSetupStepsItem]
    permissions: list[ConnectorSetupPermissionsItem]
    guide: str


class ConnectorSetupStepsItem(Model):
    text: str
    url: str | None
    paste: Literal["ORIGIN", "REDIRECT_URI", "NOTIFICATION_ADDRESS"] | str | None


class ConnectorSetupPermissionsItem(Model):
    name: str
    reason: str


class ConnectionForm(Model):
    connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    method: str
    label: str
    fields: list[ConnectionFormFieldsItem]
    setup: ConnectorSetup


class ConnectionFormFieldsItem(Model):
    path: str
    label: str
    help: str | None
    example: str | None
    type: Literal["string", "integer", "list"] | str
    required: bool
    secret: bool
    options: list[str] | None


class ProvidersListResultDefaultChatModel(Model):
    provider: str
    model: str


class IngestAccepted(Model):
    ingest_job_run_id: str
    documents: list[DocumentOutcome]


class DocumentOutcome(Model):
    id: str
    status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    error: str | None


class UrlsAccepted(Model):
    ingest_job_run_id: str
    documents: list[DocumentOutcome]


class IngestEstimateResult(Model):
    estimate: Estimate


class Estimate(Model):
    is_complete: bool
    trouble: str | None
    documents: EstimatedFigure
    skipped: EstimatedFigure
    characters: EstimatedFigure
    tokens: EstimatedFigure
    chunks: EstimatedFigure
    embeddings: EstimatedFigure
    reused_embeddings: EstimatedFigure
    embedded_tokens: EstimatedFigure
    contexts: EstimatedFigure
    context_tokens: EstimatedFigure
    ocr_pages: EstimatedFigure
    cost: EstimateCost | None
    cost_unknown_because: str | None
    items: list[EstimateItemsItem]


class EstimatedFigure(Model):
    value: int
    basis: Literal["exact", "estimated"] | str
    sample_size: int | None


class EstimateCost(Model):
    currency: str
    total: float
    parts: EstimateCostParts


class EstimateCostParts(Model):
    embedding: float
    context: float
    ocr: float
    scraping: float


class EstimateItemsItem(Model):
    external_id: str
    title: str | None
    would_be: Literal["NEW", "UNCHANGED", "CHANGED", "SKIPPED", "UNKNOWN"] | str
    reason: str | None
    characters: int | None
    tokens: int | None
    embeddings: int | None


class IngestEstimateFileResult(Model):
    estimate: Estimate


class ConvertFileResult(Model):
    documents: list[ConvertFileResultDocumentsItem]


class ConvertFileResultDocumentsItem(Model):
    filename: str
    markdown: str
    not_read: list[NotRead]


class NotRead(Model):
    what: Literal["PAGE", "TEXT", "HIDDEN_TEXT", "PICTURE", "CHART", "DIAGRAM", "FORMULA", "LAYER", "ANNOTATION", "FORM", "EMBEDDED_FILE", "LINKED_CONTENT", "MEDIA", "SHEET", "CONTEXT", "OTHER"] | str
    where: str | None
    why: str
    count: int


class RunsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    ingest_job_runs: list[IngestJobRun]


class IngestJobRun(Model):
    id: str
    status: Literal["QUEUED", "PRE_PROCESSING", "PROCESSING", "NEEDS_CONFIRMATION", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] | str
    error_message: str | None
    cancelled_at: Timestamp | None
    ingest_config: IngestJobRunIngestConfig
    sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | str
    tenant_id: str | None
    namespace: IngestJobRunNamespace
    organization: IngestJobRunOrganization
    created_at: Timestamp
    updated_at: Timestamp


class IngestJobRunIngestConfig(Model):
    source: Literal["TEXT", "URLS_LIST", "SITEMAP", "WEBSITE", "YOUTUBE", "LOCAL_FILE", "REEMBEDDING", "BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    config: dict[str, Any]
    chunk_config: IngestJobRunIngestConfigChunkConfig


class IngestJobRunIngestConfigChunkConfig(Model):
    chunk_size: int
    chunk_overlap: int


class IngestJobRunNamespace(Model):
    identifier: str
    id: str


class IngestJobRunOrganization(Model):
    id: str


class IngestJobRunDocuments(Model):
    id: str
    status: Literal["QUEUED", "PRE_PROCESSING", "PROCESSING", "NEEDS_CONFIRMATION", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] | str
    error_message: str | None
    cancelled_at: Timestamp | None
    documents: IngestJobRunDocumentsDocuments
    document_counts: IngestJobRunDocumentsDocumentCounts
    items: IngestJobRunDocumentsItems | None
    not_read: list[IngestJobRunDocumentsNotReadItem]
    created_at: Timestamp
    updated_at: Timestamp


class IngestJobRunDocumentsDocuments(Model):
    queued: list[DocumentOutcome]
    processing: list[DocumentOutcome]
    completed: list[DocumentOutcome]
    failed: list[DocumentOutcome]
    cancelled: list[DocumentOutcome]


class IngestJobRunDocumentsDocumentCounts(Model):
    queued: int
    processing: int
    completed: int
    failed: int
    cancelled: int


class IngestJobRunDocumentsItems(Model):
    found: int
    pending: int
    searchable: int
    unchanged: int
    skipped: int
    failed: int
    deleted: int
    reasons: list[IngestJobRunDocumentsItemsReasonsItem]
    skipped_items: list[IngestJobRunDocumentsItemsSkippedItemsItem]
    deletion: IngestJobRunDocumentsItemsDeletion | None


class IngestJobRunDocumentsItemsReasonsItem(Model):
    part: Literal["pending", "searchable", "unchanged", "skipped", "failed", "deleted"] | str
    reason: str
    items: int


class IngestJobRunDocumentsItemsSkippedItemsItem(Model):
    external_id: str
    name: str
    reason: str


class IngestJobRunDocumentsItemsDeletion(Model):
    missing: int
    documents: int
    examples: list[IngestJobRunDocumentsItemsDeletionExamplesItem]
    is_confirmed: bool


class IngestJobRunDocumentsItemsDeletionExamplesItem(Model):
    external_id: str
    name: str | None


class IngestJobRunDocumentsNotReadItem(Model):
    what: Literal["PAGE", "TEXT", "HIDDEN_TEXT", "PICTURE", "CHART", "DIAGRAM", "FORMULA", "LAYER", "ANNOTATION", "FORM", "EMBEDDED_FILE", "LINKED_CONTENT", "MEDIA", "SHEET", "CONTEXT", "OTHER"] | str
    count: int
    documents: int


class IngestJobRunProgress(Model):
    id: str
    status: Literal["QUEUED", "PRE_PROCESSING", "PROCESSING", "NEEDS_CONFIRMATION", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] | str
    error_message: str | None
    document_counts: IngestJobRunProgressDocumentCounts
    updated_at: Timestamp


class IngestJobRunProgressDocumentCounts(Model):
    queued: int
    processing: int
    completed: int
    failed: int
    cancelled: int


class RunsCancelResult(Model):
    ingest_job_run: RunsCancelResultIngestJobRun
    items_cancelled: int


class RunsCancelResultIngestJobRun(Model):
    id: str
    status: Literal["QUEUED", "PRE_PROCESSING", "PROCESSING", "NEEDS_CONFIRMATION", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] | str


class RunsConfirmResult(Model):
    ingest_job_run: RunsConfirmResultIngestJobRun


class RunsConfirmResultIngestJobRun(Model):
    id: str
    status: Literal["QUEUED", "PRE_PROCESSING", "PROCESSING", "NEEDS_CONFIRMATION", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] | str


class DocumentsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    documents: list[Document] | None = None
    stats: list[DocumentsListResultStatsItem] | None = None
    stats_by_source: list[DocumentsListResultStatsBySourceItem] | None = None
    stats_by_status: list[DocumentsListResultStatsByStatusItem] | None = None
    stats_by_document_type: list[DocumentsListResultStatsByDocumentTypeItem] | None = None
    stats_are_estimated: Literal[True] | None = None


class Document(Model):
    id: str
    name: str | None
    external_id: str
    document_type: Literal["TEXT", "URL", "FILE", "BOX_DOCUMENT", "CONFLUENCE_DOCUMENT", "DROPBOX_DOCUMENT", "GITHUB_DOCUMENT", "GOOGLE_DRIVE_DOCUMENT", "ONEDRIVE_DOCUMENT", "SHAREPOINT_DOCUMENT", "NOTION_DOCUMENT", "S3_DOCUMENT"] | str
    ingestion_source: Literal["TEXT", "URLS_LIST", "SITEMAP", "WEBSITE", "YOUTUBE", "LOCAL_FILE", "REEMBEDDING", "BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    ingestion_status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    ingestion_error: str | None
    ingest_job: DocumentIngestJob
    ingest_job_run: DocumentIngestJobRun
    connection: DocumentConnection | None = None
    document_properties: DocumentDocumentProperties
    not_read: list[NotRead]
    progress: DocumentProgress | None
    embedding_config: DocumentEmbeddingConfig | None = None
    providers: DocumentProviders
    metadata: dict[str, Any]
    vector_metadata: Literal["CURRENT", "PENDING", "FAILED"] | str
    tenant_id: str | None
    namespace: DocumentNamespace
    organization: DocumentOrganization
    url: str | None
    modified_at: Timestamp | None
    last_synced_at: Timestamp | None
    created_at: Timestamp
    updated_at: Timestamp
    raw_file_url: str | None = None
    parsed_text_file_url: str | None = None


class DocumentIngestJob(Model):
    id: str


class DocumentIngestJobRun(Model):
    id: str


class DocumentConnection(Model):
    id: str


class DocumentDocumentProperties(Model):
    mime_type: str | None = None
    file_size: int | None = None
    character_count: int | None = None
    token_count: int | None = None
    embedding_count: int | None = None
    ocr_pages_count: int | None = None


class DocumentProgress(Model):
    unit: Literal["PAGE", "ROW", "CHUNK"] | str
    done: int
    total: int | None


class DocumentEmbeddingConfig(Model):
    provider: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str
    model: str
    dimensions: int
    chunk_size: int
    chunk_overlap: int


class DocumentProviders(Model):
    file_storage: Literal["S3_COMPATIBLE", "LOCAL"] | str | None = None
    vector_storage: Literal["PINECONE", "LANCEDB", "PGVECTOR", "QDRANT"] | str | None = None
    embedding_model: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str | None = None
    web_scraper: Literal["FIRECRAWL", "JINA", "SCRAPINGBEE", "BUILTIN"] | str | None = None


class DocumentNamespace(Model):
    identifier: str


class DocumentOrganization(Model):
    id: str


class DocumentsListResultStatsItem(Model):
    source: Literal["TEXT", "URLS_LIST", "SITEMAP", "WEBSITE", "YOUTUBE", "LOCAL_FILE", "REEMBEDDING", "BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    total_count: int


class DocumentsListResultStatsBySourceItem(Model):
    source: Literal["TEXT", "URLS_LIST", "SITEMAP", "WEBSITE", "YOUTUBE", "LOCAL_FILE", "REEMBEDDING", "BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    total_count: int


class DocumentsListResultStatsByStatusItem(Model):
    status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    total_count: int


class DocumentsListResultStatsByDocumentTypeItem(Model):
    document_type: Literal["TEXT", "URL", "FILE", "BOX_DOCUMENT", "CONFLUENCE_DOCUMENT", "DROPBOX_DOCUMENT", "GITHUB_DOCUMENT", "GOOGLE_DRIVE_DOCUMENT", "ONEDRIVE_DOCUMENT", "SHAREPOINT_DOCUMENT", "NOTION_DOCUMENT", "S3_DOCUMENT"] | str
    total_count: int


class DocumentsGetResult(Model):
    document: DocumentDetails


class DocumentDetails(Model):
    id: str
    name: str | None
    external_id: str
    document_type: Literal["TEXT", "URL", "FILE", "BOX_DOCUMENT", "CONFLUENCE_DOCUMENT", "DROPBOX_DOCUMENT", "GITHUB_DOCUMENT", "GOOGLE_DRIVE_DOCUMENT", "ONEDRIVE_DOCUMENT", "SHAREPOINT_DOCUMENT", "NOTION_DOCUMENT", "S3_DOCUMENT"] | str
    ingestion_source: Literal["TEXT", "URLS_LIST", "SITEMAP", "WEBSITE", "YOUTUBE", "LOCAL_FILE", "REEMBEDDING", "BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    ingestion_status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    ingestion_error: str | None
    ingest_job: DocumentDetailsIngestJob
    ingest_job_run: DocumentDetailsIngestJobRun
    connection: DocumentDetailsConnection | None = None
    document_properties: DocumentDetailsDocumentProperties
    not_read: list[NotRead]
    progress: DocumentDetailsProgress | None
    embedding_config: DocumentDetailsEmbeddingConfig | None = None
    providers: DocumentDetailsProviders
    metadata: dict[str, Any]
    vector_metadata: Literal["CURRENT", "PENDING", "FAILED"] | str
    tenant_id: str | None
    namespace: DocumentDetailsNamespace
    organization: DocumentDetailsOrganization
    url: str | None
    modified_at: Timestamp | None
    last_synced_at: Timestamp | None
    created_at: Timestamp
    updated_at: Timestamp
    raw_file_url: str | None = None
    parsed_text_file_url: str | None = None
    error_code: str | None
    advice: str | None


class DocumentDetailsIngestJob(Model):
    id: str


class DocumentDetailsIngestJobRun(Model):
    id: str


class DocumentDetailsConnection(Model):
    id: str


class DocumentDetailsDocumentProperties(Model):
    mime_type: str | None = None
    file_size: int | None = None
    character_count: int | None = None
    token_count: int | None = None
    embedding_count: int | None = None
    ocr_pages_count: int | None = None


class DocumentDetailsProgress(Model):
    unit: Literal["PAGE", "ROW", "CHUNK"] | str
    done: int
    total: int | None


class DocumentDetailsEmbeddingConfig(Model):
    provider: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str
    model: str
    dimensions: int
    chunk_size: int
    chunk_overlap: int


class DocumentDetailsProviders(Model):
    file_storage: Literal["S3_COMPATIBLE", "LOCAL"] | str | None = None
    vector_storage: Literal["PINECONE", "LANCEDB", "PGVECTOR", "QDRANT"] | str | None = None
    embedding_model: Literal["OPENAI", "COHERE", "JINA", "LOCAL"] | str | None = None
    web_scraper: Literal["FIRECRAWL", "JINA", "SCRAPINGBEE", "BUILTIN"] | str | None = None


class DocumentDetailsNamespace(Model):
    identifier: str


class DocumentDetailsOrganization(Model):
    id: str


class DocumentsTimelineResult(Model):
    entries: list[TimelineEntry]


class TimelineEntry(Model):
    at: str
    status: Literal["BACKLOG", "QUEUED", "QUEUED_FOR_RESYNC", "QUEUED_FOR_UPDATE", "QUEUED_FOR_DELETION", "PROCESSING", "SUCCESS", "FAILED", "CANCELLED"] | str
    stage: Literal["FETCH_PAGE", "FETCH_ITEM", "PARSE", "EMBED"] | str
    revision: int
    error: TimelineEntryError | None


class TimelineEntryError(Model):
    code: str
    message: str


class DocumentsChunksResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    chunks: list[Chunk]
    revision: int | None


class Chunk(Model):
    ordinal: int
    start: int
    end: int
    tokens: int
    text: str
    location: Location | None = None


class Location(Model):
    pages: list[int] | None = None
    boxes: list[LocationBoxesItem] | None = None
    slides: list[int] | None = None
    sheet: str | None = None
    rows: list[int] | None = None
    seconds: list[float] | None = None
    section: list[str]


class LocationBoxesItem(Model):
    page: int
    x: float
    y: float
    width: float
    height: float


class DocumentsUpdateMetadataResult(Model):
    items_updated: int
    pending_vector_updates: int
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    documents: list[Document] | None = None


class DocumentsDeleteResult(Model):
    items_deleted: int
    documents: list[DocumentsDeleteResultDocumentsItem] | None = None


class DocumentsDeleteResultDocumentsItem(Model):
    id: str
    status: Literal["QUEUED_FOR_DELETION"]


class DocumentsUpdateContentResult(Model):
    document: DocumentsUpdateContentResultDocument
    ingest_job_run_id: str


class DocumentsUpdateContentResultDocument(Model):
    id: str
    status: Literal["QUEUED_FOR_UPDATE"]


class DocumentsResyncResult(Model):
    items_queued: int
    items_skipped: int
    documents: list[DocumentsResyncResultDocumentsItem]


class DocumentsResyncResultDocumentsItem(Model):
    id: str
    status: Literal["QUEUED_FOR_RESYNC", "NOT_ELIGIBLE_FOR_RESYNC"] | str
    error: str | None


class DocumentsScheduleResult(Model):
    items_scheduled: int
    items_skipped: int
    documents: list[DocumentsScheduleResultDocumentsItem] | None = None


class DocumentsScheduleResultDocumentsItem(Model):
    id: str
    status: Literal["SYNC_SCHEDULED", "NOT_ELIGIBLE_FOR_SYNC_SCHEDULE"] | str
    sync_frequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"] | str | None
    error: str | None


class SearchSemanticResult(Model):
    results: list[SearchResult]
    next_cursor: str | None
    facets: dict[str, list[SearchSemanticResultFacetsValueItem]] | None = None
    notices: list[str] | None = None
    rerank: list[RerankOutcome] | None = None
    weights: SearchSemanticResultWeights | None = None
    timings: SearchTimings | None = None


class SearchResult(Model):
    content: str
    score: float
    metadata: SearchResultMetadata
    document: SearchResultDocument
    location: Location | None = None
    rerank_score: float | None = None
    position: SearchResultPosition
    chunks: list[SearchResultChunksItem] | None = None
    context: SearchResultContext | None = None
    highlights: list[SearchResultHighlightsItem] | None = None
    snippet: list[SearchResultSnippetItem] | None = None
    explanation: ScoreExplanation | None = None


class SearchResultMetadata(Model):
    id: str
    source: str
    type: str


class SearchResultDocument(Model):
    id: str
    name: str | None
    external_id: str
    document_type: Literal["TEXT", "URL", "FILE", "BOX_DOCUMENT", "CONFLUENCE_DOCUMENT", "DROPBOX_DOCUMENT", "GITHUB_DOCUMENT", "GOOGLE_DRIVE_DOCUMENT", "ONEDRIVE_DOCUMENT", "SHAREPOINT_DOCUMENT", "NOTION_DOCUMENT", "S3_DOCUMENT"] | str
    url: str | None
    modified_at: Timestamp | None


class SearchResultPosition(Model):
    ordinal: int
    start: int
    end: int


class SearchResultChunksItem(Model):
    ordinal: int
    start: int
    end: int
    score: float


class SearchResultContext(Model):
    text: str
    start: int
    end: int


class SearchResultHighlightsItem(Model):
    start: int
    end: int


class SearchResultSnippetItem(Model):
    text: str
    is_match: bool


class ScoreExplanation(Model):
    semantic: float
    keyword: float
    embedded: str
    terms: list[ScoreExplanationTermsItem]


class ScoreExplanationTermsItem(Model):
    term: str
    word: str
    weight: float


class SearchSemanticResultFacetsValueItem(Model):
    value: str | float | bool
    count: int


class RerankOutcome(Model):
    applied: bool
    model: str
    count: int
    reason: str | None = None


class SearchSemanticResultWeights(Model):
    semantic_weight: float
    keyword_weight: float


class SearchTimings(Model):
    embed: float
    store: float
    rows: float
    rerank: float
    texts: float
    explain: float


class SearchHybridResult(Model):
    results: list[SearchResult]
    next_cursor: str | None
    facets: dict[str, list[SearchHybridResultFacetsValueItem]] | None = None
    notices: list[str] | None = None
    rerank: list[RerankOutcome] | None = None
    weights: SearchHybridResultWeights | None = None
    timings: SearchTimings | None = None


class SearchHybridResultFacetsValueItem(Model):
    value: str | float | bool
    count: int


class SearchHybridResultWeights(Model):
    semantic_weight: float
    keyword_weight: float


class AnswersCreateResult(Model):
    answer: str
    outcome: Literal["ANSWERED", "NOT_FOUND"] | str
    not_found_reason: Literal["NO_PASSAGES", "NOT_RELEVANT", "MODEL", "UNVERIFIED", "REFUSED"] | str | None
    is_cut_off: bool
    query: str
    relevance: float
    notices: list[str] | None = None
    model: str
    usage: AnswerUsage
    timings: AnswersCreateResultTimings
    sentences: list[AnswerSentence]
    citations: list[AnswerCitation]
    removed: list[RemovedSentence]


class AnswerUsage(Model):
    input_tokens: int
    output_tokens: int
    is_estimated: bool
    cost: AnswerUsageCost | None


class AnswerUsageCost(Model):
    currency: str
    total: float


class AnswersCreateResultTimings(Model):
    rewrite: float
    search: float
    model: float


class AnswerSentence(Model):
    text: str
    citations: list[int]
    is_verified: bool
    replaces: RemovedSentence | None
    contradicted_by: list[int]


class RemovedSentence(Model):
    text: str
    reason: Literal["NO_CITATION", "UNKNOWN_PASSAGE", "QUOTE_NOT_FOUND", "NOT_SUPPORTED", "NUMBER_NOT_CITED", "NAME_NOT_CITED", "CONTRADICTED", "NOT_CONFIRMED", "NOT_AN_ANSWER", "REPEATED"] | str


class AnswerCitation(Model):
    number: int
    quote: str
    namespace_id: str
    document: AnswerCitationDocument
    chunk: AnswerCitationChunk
    quote_start: int
    quote_end: int
    location: Location | None = None


class AnswerCitationDocument(Model):
    id: str
    name: str | None
    external_id: str
    document_type: Literal["TEXT", "URL", "FILE", "BOX_DOCUMENT", "CONFLUENCE_DOCUMENT", "DROPBOX_DOCUMENT", "GITHUB_DOCUMENT", "GOOGLE_DRIVE_DOCUMENT", "ONEDRIVE_DOCUMENT", "SHAREPOINT_DOCUMENT", "NOTION_DOCUMENT", "S3_DOCUMENT"] | str
    url: str | None


class AnswerCitationChunk(Model):
    ordinal: int
    start: int
    end: int
    text: str


class AnswerSearchedEvent(Model):
    type: Literal["searched"]
    query: str
    passages: int


class AnswerSentenceEvent(Model):
    type: Literal["sentence"]
    text: str
    citations: list[int]
    new_citations: list[AnswerCitation]
    is_verified: bool
    replaces: RemovedSentence | None
    contradicted_by: list[int]


class AnswerRemovedEvent(Model):
    type: Literal["removed"]
    text: str
    reason: Literal["NO_CITATION", "UNKNOWN_PASSAGE", "QUOTE_NOT_FOUND", "NOT_SUPPORTED", "NUMBER_NOT_CITED", "NAME_NOT_CITED", "CONTRADICTED", "NOT_CONFIRMED", "NOT_AN_ANSWER", "REPEATED"] | str


class AnswerDoneEvent(Model):
    type: Literal["done"]
    outcome: Literal["ANSWERED", "NOT_FOUND"] | str
    not_found_reason: Literal["NO_PASSAGES", "NOT_RELEVANT", "MODEL", "UNVERIFIED", "REFUSED"] | str | None
    is_cut_off: bool
    query: str
    relevance: float
    notices: list[str] | None = None
    model: str
    usage: AnswerUsage
    timings: AnswerDoneEventTimings
    answer: str


class AnswerDoneEventTimings(Model):
    rewrite: float
    search: float
    model: float


class AnswerErrorEvent(Model):
    type: Literal["error"]
    error: AnswerErrorEventError


class AnswerErrorEventError(Model):
    code: str
    message: str
    details: dict[str, Any] | None = None


class GoldenSetsCreateResult(Model):
    golden_set: GoldenSet


class GoldenSet(Model):
    id: str
    name: str
    description: str | None
    tenant_id: str | None
    question_count: int
    candidate_count: int
    created_at: Timestamp
    updated_at: Timestamp


class GoldenSetsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    golden_sets: list[GoldenSet]


class GoldenSetsGetResult(Model):
    golden_set: GoldenSet


class GoldenSetsUpdateResult(Model):
    golden_set: GoldenSet


class GoldenSetsDeleteResult(Model):
    id: str


class GoldenSetsWriteQuestionsResult(Model):
    created: int
    updated: int
    deleted: int


class GoldenSetsImportQuestionsResult(Model):
    created: int
    updated: int
    deleted: int


class GoldenSetsQuestionsResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    questions: list[GoldenQuestion]


class GoldenQuestion(Model):
    id: str
    status: Literal["ACCEPTED", "CANDIDATE"] | str
    question: str
    relevant: list[GoldenQuestionRelevantItem]
    reference_answer: str | None
    created_at: Timestamp
    updated_at: Timestamp


class GoldenQuestionRelevantItem(Model):
    document_id: str | None = None
    external_id: str | None = None
    url: str | None = None
    name: str | None = None
    quote: str | None = None
    grade: int


class GoldenSetsUpdateQuestionResult(Model):
    question: GoldenQuestion


class GoldenSetsDeleteQuestionResult(Model):
    id: str


class GoldenSetsGenerateCandidatesResult(Model):
    created: int
    rejected: int
    is_cut_off: bool


class EvaluationsCreateResult(Model):
    evaluation: Evaluation


class Evaluation(Model):
    id: str
    golden_set_id: str
    tenant_id: str | None
    status: Literal["QUEUED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] | str
    config: EvaluationConfig
    embedding_model: dict[str, str] | None
    configuration: dict[str, str] | None
    question_count: int
    searched_count: int
    metrics: EvaluationMetrics | None
    error: str | None
    notice: str | None
    seed: int
    created_at: Timestamp
    started_at: Timestamp | None
    ended_at: Timestamp | None


class EvaluationConfig(Model):
    top_k: int
    hybrid_config: EvaluationConfigHybridConfig | None = None
    score_threshold: float
    max_per_document: int | None = None
    rerank: EvaluationConfigRerank | None = None
    answers: EvaluationConfigAnswers | None = None


class EvaluationConfigHybridConfig(Model):
    semantic_weight: float
    keyword_weight: float


class EvaluationConfigRerank(Model):
    top_n: int


class EvaluationConfigAnswers(Model):
    top_k: int
    min_relevance: float | None = None


class EvaluationMetrics(Model):
    ndcg: MetricEstimate
    recall: MetricEstimate
    reciprocal_rank: MetricEstimate
    hit: MetricEstimate
    missing_targets: int
    answers: EvaluationMetricsAnswers | None


class MetricEstimate(Model):
    value: float
    low: float
    high: float


class EvaluationMetricsAnswers(Model):
    answered: MetricEstimate
    faithfulness: MetricEstimate | None
    reference_recall: MetricEstimate | None


class EvaluationsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    evaluations: list[Evaluation]


class EvaluationsGetResult(Model):
    evaluation: Evaluation


class EvaluationsCancelResult(Model):
    evaluation: Evaluation


class EvaluationsResultsResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    results: list[EvaluationResult]


class EvaluationResult(Model):
    question_id: str
    question: str
    relevant: list[EvaluationResultRelevantItem]
    ranking: list[RankedResult] | None
    ndcg: float | None
    recall: float | None
    reciprocal_rank: float | None
    hit: float | None
    reference_answer: str | None
    answer: EvaluatedAnswer | None
    answered: float | None
    faithfulness: float | None
    reference_recall: float | None
    duration_ms: int | None


class EvaluationResultRelevantItem(Model):
    document_id: str | None = None
    external_id: str | None = None
    url: str | None = None
    name: str | None = None
    quote: str | None = None
    grade: int


class RankedResult(Model):
    document_id: str
    name: str | None
    ordinal: int
    score: float
    gain: float


class EvaluatedAnswer(Model):
    text: str
    outcome: Literal["ANSWERED", "NOT_FOUND"] | str
    removed: list[EvaluatedAnswerRemovedItem]


class EvaluatedAnswerRemovedItem(Model):
    text: str
    reason: str


class EvaluationComparison(Model):
    baseline: Evaluation
    candidate: Evaluation
    differences: EvaluationComparisonDifferences | None
    answers: EvaluationComparisonAnswers | None
    is_worse: bool
    compared: int
    unpaired: int
    improved: int
    worsened: int
    changed: list[ChangedQuestion]


class EvaluationComparisonDifferences(Model):
    ndcg: Difference
    recall: Difference
    reciprocal_rank: Difference
    hit: Difference


class Difference(Model):
    value: float
    low: float
    high: float


class EvaluationComparisonAnswers(Model):
    answered: Difference
    faithfulness: Difference | None
    reference_recall: Difference | None


class ChangedQuestion(Model):
    question_id: str
    question: str
    baseline: ChangedQuestionBaseline
    candidate: ChangedQuestionCandidate


class ChangedQuestionBaseline(Model):
    ndcg: float
    recall: float
    reciprocal_rank: float
    hit: float
    answered: float | None
    faithfulness: float | None
    reference_recall: float | None


class ChangedQuestionCandidate(Model):
    ndcg: float
    recall: float
    reciprocal_rank: float
    hit: float
    answered: float | None
    faithfulness: float | None
    reference_recall: float | None


class ApiKeysCreateResult(Model):
    api_key: ApiKey
    key: str


class ApiKey(Model):
    id: str
    prefix: str
    name: str
    scopes: list[Literal["read", "ingest", "admin"] | str]
    status: Literal["ACTIVE", "EXPIRED", "REVOKED"] | str
    rate_limit_per_minute: int | None
    created_at: Timestamp
    expires_at: Timestamp | None
    revoked_at: Timestamp | None
    last_used_at: Timestamp | None
    rotated_to_id: str | None


class ApiKeysListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    api_keys: list[ApiKey]


class ApiKeysCurrentResult(Model):
    api_key: ApiKey
    extensions: list[str]


class ApiKeysRotateResult(Model):
    api_key: ApiKey
    key: str


class ApiKeysRevokeResult(Model):
    api_key: ApiKey


class UsageGetResult(Model):
    usage: list[UsageGetResultUsageItem]
    models: list[ModelUsage]
    storage: Storage


class UsageGetResultUsageItem(Model):
    day: str
    namespace_id: str
    succeeded: int
    failed: int
    chunks: int
    tokens: int


class ModelUsage(Model):
    day: str
    namespace_id: str
    purpose: Literal["ANSWER", "CONTEXT", "QUESTIONS", "EVALUATION"] | str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    cost: ModelUsageCost | None


class ModelUsageCost(Model):
    currency: str
    total: float


class Storage(Model):
    documents: int
    bytes: int
    chunks: int
    pages: int
    quota: StorageQuota
    namespace_quota: StorageQuota
    namespaces: list[StorageNamespacesItem]


class StorageQuota(Model):
    documents: int | None
    bytes: int | None
    chunks: int | None
    pages: int | None


class StorageNamespacesItem(Model):
    namespace_id: str
    documents: int
    bytes: int
    chunks: int
    pages: int


class AuditEventsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    audit_events: list[AuditEvent]


class AuditEvent(Model):
    id: str
    action: str
    target_type: str
    target_id: str | None
    tenant_id: str | None
    api_key_id: str | None
    request_id: str | None
    details: dict[str, Any]
    created_at: Timestamp


class ConnectionsCreateResult(Model):
    connection: ConnectionsCreateResultConnection
    authorization_url: str | None


class ConnectionsCreateResultConnection(Model):
    id: str


class ConnectionsCheckResult(Model):
    account: str | None
    items: list[str]
    problem: ConnectionsCheckResultProblem | None


class ConnectionsCheckResultProblem(Model):
    message: str
    reason: str | None
    advice: str | None


class ConnectionsListResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    connections: list[Connection]


class Connection(Model):
    id: str
    name: str
    connector: Literal["BOX", "CONFLUENCE", "DROPBOX", "GITHUB", "GOOGLE_DRIVE", "ONEDRIVE", "SHAREPOINT", "NOTION", "S3"] | str
    status: Literal["PENDING", "ACTIVE", "FAILED", "REVOKED"] | str
    status_reason: str | None
    config: ConnectionConfig
    settings: dict[str, Any] | None
    external_id: str | None
    client_redirect_url: str | None
    selection: list[str] | None
    site: ConnectionSite | None
    tenant_id: str | None
    namespace: ConnectionNamespace
    organization: ConnectionOrganization
    created_at: Timestamp
    updated_at: Timestamp


class ConnectionConfig(Model):
    auth_type: Literal["OAUTH2", "SETTINGS"] | str
    credentials: ConnectionConfigCredentials | None


class ConnectionConfigCredentials(Model):
    access_token: str
    refresh_token: str | None
    access_token_expires_at: float | None
    refresh_token_expires_at: float | None


class ConnectionSite(Model):
    id: str
    name: str | None


class ConnectionNamespace(Model):
    identifier: str


class ConnectionOrganization(Model):
    id: str


class ConnectionsGetResult(Model):
    connection: Connection


class ConnectionsChoicesResult(Model):
    choices: list[ConnectionsChoicesResultChoicesItem]
    is_complete: bool
    problem: ConnectionsChoicesResultProblem | None


class ConnectionsChoicesResultChoicesItem(Model):
    external_id: str
    name: str
    url: str | None


class ConnectionsChoicesResultProblem(Model):
    message: str
    reason: str | None
    advice: str | None


class ConnectionsUpdateResult(Model):
    connection: Connection
    authorization_url: str | None


class ConnectionsRevokeResult(Model):
    connection: Connection
    items_deleted: int


class ConnectionsDeleteResult(Model):
    connection: ConnectionsDeleteResultConnection
    items_deleted: int


class ConnectionsDeleteResultConnection(Model):
    id: str


class WebhooksCreateResult(Model):
    webhook: Webhook


class Webhook(Model):
    id: str
    name: str
    url: str
    signing_key: str
    status: Literal["ACTIVE", "DISABLED"] | str
    disabled_reason: str | None
    events: list[Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED", "WEBHOOK_TEST"] | str]
    namespace_ids: list[str]
    retry_policy: Literal["DEFAULT", "STANDARD"] | str
    tenant_id: str | None
    failing_since: str | None
    previous_key_ends_at: str | None
    created_at: str
    updated_at: str


class WebhooksListResult(Model):
    webhooks: list[Webhook]


class WebhooksGetResult(Model):
    webhook: Webhook


class WebhooksUpdateResult(Model):
    webhook: Webhook


class WebhooksDeleteResult(Model):
    id: str


class WebhooksTestResult(Model):
    delivery_id: str


class WebhooksRotateKeyResult(Model):
    webhook: Webhook


class WebhooksListDeliveriesResult(Model):
    items_returned: int
    has_next_page: bool
    next_cursor: str | None
    deliveries: list[WebhookDelivery]


class WebhookDelivery(Model):
    id: str
    event: Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED", "WEBHOOK_TEST"] | str
    status: Literal["PENDING", "RETRYING", "QUEUED", "SUCCEEDED", "FAILED", "CANCELLED"] | str
    attempt_count: int
    next_attempt_at: str | None
    created_at: str
    updated_at: str
    last_attempt: WebhookAttempt | None


class WebhookAttempt(Model):
    number: int
    started_at: str
    duration_ms: int
    status_code: int | None
    error: str | None
    response_excerpt: str | None


class WebhooksGetDeliveryResult(Model):
    delivery: WebhookDeliveryDetail


class WebhookDeliveryDetail(Model):
    id: str
    event: Literal["DOCUMENTS_QUEUED_FOR_INGESTION", "DOCUMENTS_QUEUED_FOR_UPDATE", "DOCUMENTS_QUEUED_FOR_RESYNC", "DOCUMENTS_QUEUED_FOR_DELETION", "DOCUMENTS_PROCESSING", "DOCUMENTS_ERROR", "DOCUMENTS_READY", "DOCUMENTS_DELETED", "DOCUMENTS_METADATA_UPDATE_QUEUED", "DOCUMENTS_METADATA_UPDATE_PROCESSING", "DOCUMENTS_METADATA_UPDATE_COMPLETED", "DOCUMENTS_METADATA_UPDATE_ERROR", "INGEST_JOB_RUN_QUEUED", "INGEST_JOB_RUN_PRE_PROCESSING", "INGEST_JOB_RUN_PROCESSING", "INGEST_JOB_RUN_NEEDS_CONFIRMATION", "INGEST_JOB_RUN_COMPLETED", "WEBHOOK_TEST"] | str
    status: Literal["PENDING", "RETRYING", "QUEUED", "SUCCEEDED", "FAILED", "CANCELLED"] | str
    attempt_count: int
    next_attempt_at: str | None
    created_at: str
    updated_at: str
    namespace_id: str
    tenant_id: str | None
    data: dict[str, Any]
    attempts: list[WebhookAttempt]


class WebhooksReplayDeliveryResult(Model):
    delivery_id: str

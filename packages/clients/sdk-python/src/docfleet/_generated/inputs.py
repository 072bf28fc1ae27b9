# Written by scripts/generate.py from docs/openapi.json.
"""What is sent, by the names that it has on the wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict


class FileStorageConfig(TypedDict):
    type: Literal["S3_COMPATIBLE"]
    bucket: str
    region: str
    endpoint: str
    addressing: NotRequired[Literal["PATH", "VIRTUAL_HOSTED"]]
    credentials: FileStorageConfigCredentials


class FileStorageConfigCredentials(TypedDict):
    accessKeyId: str
    secretAccessKey: str


class FileStorageConfig1(TypedDict):
    type: Literal["LOCAL"]


class VectorStorageConfig(TypedDict):
    provider: Literal["PINECONE"]
    apiKey: str
    indexHost: str


class VectorStorageConfig1(TypedDict):
    provider: Literal["LANCEDB"]


class VectorStorageConfig2(TypedDict):
    provider: Literal["PGVECTOR"]
    url: NotRequired[str]
    password: NotRequired[str]


class VectorStorageConfig3(TypedDict):
    provider: Literal["QDRANT"]
    url: str
    apiKey: NotRequired[str]
    collection: NotRequired[str]
    shardNumber: NotRequired[int]
    replicationFactor: NotRequired[int]


class EmbeddingModelConfig(TypedDict):
    provider: Literal["OPENAI"]
    model: str
    apiKey: str
    baseUrl: NotRequired[str]
    dimensions: NotRequired[int]


class EmbeddingModelConfig1(TypedDict):
    provider: Literal["COHERE"]
    model: Literal["embed-english-v3.0", "embed-multilingual-v3.0", "embed-english-light-v3.0", "embed-multilingual-light-v3.0", "embed-english-v2.0", "embed-english-light-v2.0", "embed-multilingual-v2.0"]
    apiKey: str


class EmbeddingModelConfig2(TypedDict):
    provider: Literal["JINA"]
    model: Literal["jina-embeddings-v3"]
    apiKey: str


class EmbeddingModelConfig3(TypedDict):
    provider: Literal["LOCAL"]
    model: NotRequired[Literal["all-minilm-l6-v2", "static-1024", "bge-small-en-v1.5", "multilingual-e5-small", "multilingual-e5-small-q4"]]


class RerankConfig(TypedDict):
    provider: Literal["LOCAL"]
    model: NotRequired[Literal["all-minilm-l6-v2"]]


class RerankConfig1(TypedDict):
    provider: Literal["COHERE"]
    model: NotRequired[str]
    apiKey: str


class RerankConfig2(TypedDict):
    provider: Literal["JINA"]
    model: NotRequired[str]
    apiKey: str


class RerankConfig3(TypedDict):
    provider: Literal["VOYAGE"]
    model: NotRequired[str]
    apiKey: str


class RerankConfig4(TypedDict):
    provider: Literal["COMPATIBLE"]
    model: str
    apiKey: str
    baseUrl: str


class ChatModelConfig(TypedDict):
    provider: Literal["OPENAI"]
    model: str
    apiKey: str
    baseUrl: NotRequired[str]


class ChatModelConfig1(TypedDict):
    provider: Literal["COHERE"]
    model: str
    apiKey: str


class ContextModelConfig(TypedDict):
    provider: Literal["OPENAI"]
    model: str
    apiKey: str
    baseUrl: NotRequired[str]


class ContextModelConfig1(TypedDict):
    provider: Literal["COHERE"]
    model: str
    apiKey: str


class NamespaceChunkConfig(TypedDict):
    chunkSize: int
    chunkOverlap: int


class SpendingLimitConfig(TypedDict):
    tokensPerMonth: NotRequired[int]
    costPerMonth: NotRequired[int]


class WebScraperConfig(TypedDict):
    provider: Literal["FIRECRAWL"]
    apiKey: str


class WebScraperConfig1(TypedDict):
    provider: Literal["JINA"]
    apiKey: str


class WebScraperConfig2(TypedDict):
    provider: Literal["SCRAPINGBEE"]
    apiKey: str


class WebScraperConfig3(TypedDict):
    provider: Literal["BUILTIN"]


class BoxClient(TypedDict):
    clientId: str
    clientSecret: str
    signatureKeys: NotRequired[BoxClientSignatureKeys]


class BoxClientSignatureKeys(TypedDict):
    primary: str
    secondary: NotRequired[str]


class OAuthClient(TypedDict):
    clientId: str
    clientSecret: str


class NamespacesCreateGoogleDriveConfig(TypedDict):
    clientId: str
    clientSecret: str
    apiKey: str


class MicrosoftClient(TypedDict):
    clientId: str
    clientSecret: str
    tenantId: NotRequired[str]


class NamespacesCreateNotionConfig(TypedDict):
    clientId: str
    clientSecret: str
    authorizationUrl: NotRequired[str]


class NamespacesCheckGoogleDriveConfig(TypedDict):
    clientId: str
    clientSecret: str
    apiKey: str


class NamespacesCheckNotionConfig(TypedDict):
    clientId: str
    clientSecret: str
    authorizationUrl: NotRequired[str]


class NamespacesUpdateGoogleDriveConfig(TypedDict):
    clientId: str
    clientSecret: str
    apiKey: str


class NamespacesUpdateNotionConfig(TypedDict):
    clientId: str
    clientSecret: str
    authorizationUrl: NotRequired[str]


class IngestTextIngestConfig(TypedDict):
    source: Literal["TEXT"]
    config: IngestTextIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestTextIngestConfigConfig(TypedDict):
    name: NotRequired[str]
    text: str
    externalId: NotRequired[str]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]


class ChunkConfig(TypedDict):
    chunkSize: int
    chunkOverlap: int


class IngestUrlsIngestConfig(TypedDict):
    source: Literal["URLS_LIST"]
    config: IngestUrlsIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestUrlsIngestConfigConfig(TypedDict):
    urls: Sequence[str]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]


class ScrapeOptions(TypedDict):
    includeSelectors: NotRequired[Sequence[str]]
    excludeSelectors: NotRequired[Sequence[str]]
    headers: NotRequired[Mapping[str, str]]


class IngestYoutubeIngestConfig(TypedDict):
    source: Literal["YOUTUBE"]
    config: IngestYoutubeIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestYoutubeIngestConfigConfig(TypedDict):
    urls: Sequence[str]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]


class IngestSitemapIngestConfig(TypedDict):
    source: Literal["SITEMAP"]
    config: IngestSitemapIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestSitemapIngestConfigConfig(TypedDict):
    url: str
    includePaths: NotRequired[Sequence[str]]
    excludePaths: NotRequired[Sequence[str]]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    maxLinks: NotRequired[int]


class IngestWebsiteIngestConfig(TypedDict):
    source: Literal["WEBSITE"]
    config: IngestWebsiteIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestWebsiteIngestConfigConfig(TypedDict):
    url: str
    includePaths: NotRequired[Sequence[str]]
    excludePaths: NotRequired[Sequence[str]]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    maxDepth: NotRequired[int]
    maxLinks: NotRequired[int]


class IngestEstimateIngestConfig(TypedDict):
    source: Literal["TEXT"]
    config: IngestEstimateIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestEstimateIngestConfigConfig(TypedDict):
    name: NotRequired[str]
    text: str
    externalId: NotRequired[str]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]


class IngestEstimateIngestConfig1(TypedDict):
    source: Literal["URLS_LIST"]
    config: IngestEstimateIngestConfig1Config
    chunkConfig: NotRequired[ChunkConfig]


class IngestEstimateIngestConfig1Config(TypedDict):
    urls: Sequence[str]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]


class IngestEstimateIngestConfig2(TypedDict):
    source: Literal["SITEMAP"]
    config: IngestEstimateIngestConfig2Config
    chunkConfig: NotRequired[ChunkConfig]


class IngestEstimateIngestConfig2Config(TypedDict):
    url: str
    includePaths: NotRequired[Sequence[str]]
    excludePaths: NotRequired[Sequence[str]]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    maxLinks: NotRequired[int]


class IngestEstimateIngestConfig3(TypedDict):
    source: Literal["WEBSITE"]
    config: IngestEstimateIngestConfig3Config
    chunkConfig: NotRequired[ChunkConfig]


class IngestEstimateIngestConfig3Config(TypedDict):
    url: str
    includePaths: NotRequired[Sequence[str]]
    excludePaths: NotRequired[Sequence[str]]
    scrapeOptions: NotRequired[ScrapeOptions]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    maxDepth: NotRequired[int]
    maxLinks: NotRequired[int]


class IngestBoxIngestConfig(TypedDict):
    source: Literal["BOX"]
    config: IngestBoxIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestBoxIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestBoxIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestBoxIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestConfluenceIngestConfig(TypedDict):
    source: Literal["CONFLUENCE"]
    config: IngestConfluenceIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestConfluenceIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: Sequence[str]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestConfluenceIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestConfluenceIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestDropboxIngestConfig(TypedDict):
    source: Literal["DROPBOX"]
    config: IngestDropboxIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestDropboxIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestDropboxIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestDropboxIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestGithubIngestConfig(TypedDict):
    source: Literal["GITHUB"]
    config: IngestGithubIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestGithubIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestGithubIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestGithubIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestGoogleDriveIngestConfig(TypedDict):
    source: Literal["GOOGLE_DRIVE"]
    config: IngestGoogleDriveIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestGoogleDriveIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestGoogleDriveIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestGoogleDriveIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestOnedriveIngestConfig(TypedDict):
    source: Literal["ONEDRIVE"]
    config: IngestOnedriveIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestOnedriveIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestOnedriveIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestOnedriveIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestSharepointIngestConfig(TypedDict):
    source: Literal["SHAREPOINT"]
    config: IngestSharepointIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestSharepointIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestSharepointIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestSharepointIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestNotionIngestConfig(TypedDict):
    source: Literal["NOTION"]
    config: IngestNotionIngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestNotionIngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestNotionIngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestNotionIngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class IngestS3IngestConfig(TypedDict):
    source: Literal["S3"]
    config: IngestS3IngestConfigConfig
    chunkConfig: NotRequired[ChunkConfig]


class IngestS3IngestConfigConfig(TypedDict):
    connectionId: str
    externalIds: NotRequired[Sequence[str] | None]
    metadata: NotRequired[Mapping[str, str | float | bool | Sequence[str]]]
    ocrConfig: NotRequired[IngestS3IngestConfigConfigOcrConfig]
    htmlContent: NotRequired[Literal["MAIN", "WHOLE"]]


class IngestS3IngestConfigConfigOcrConfig(TypedDict):
    strategy: Literal["BASIC_PARSER", "STANDARD_OCR"]
    languages: NotRequired[Sequence[str]]


class Pagination(TypedDict):
    pageSize: NotRequired[int]
    cursor: NotRequired[str | None]


class DocumentListFilter(TypedDict):
    documentIds: NotRequired[Sequence[str | None]]
    documentExternalIds: NotRequired[Sequence[str | None]]
    documentConnectionIds: NotRequired[Sequence[str | None]]
    documentIngestJobRunIds: NotRequired[Sequence[str | None]]
    documentTypes: NotRequired[Sequence[str | None]]
    documentIngestionSources: NotRequired[Sequence[str | None]]
    documentIngestionStatuses: NotRequired[Sequence[str | None]]
    metadata: NotRequired[Mapping[str, Any]]
    source: NotRequired[SourceFilter]
    name: NotRequired[str]


class SourceFilter(TypedDict):
    urlPrefix: NotRequired[str]
    modifiedAfter: NotRequired[str]
    modifiedBefore: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


class IncludeConfig(TypedDict):
    documents: NotRequired[bool]
    stats: NotRequired[bool]
    statsBySource: NotRequired[bool]
    statsByStatus: NotRequired[bool]
    statsByDocumentType: NotRequired[bool]
    rawFileUrl: NotRequired[bool]
    parsedTextFileUrl: NotRequired[bool]


class DocumentFilter(TypedDict):
    documentIds: NotRequired[Sequence[str | None]]
    documentExternalIds: NotRequired[Sequence[str | None]]
    documentConnectionIds: NotRequired[Sequence[str | None]]
    documentIngestJobRunIds: NotRequired[Sequence[str | None]]
    documentTypes: NotRequired[Sequence[str | None]]
    documentIngestionSources: NotRequired[Sequence[str | None]]
    documentIngestionStatuses: NotRequired[Sequence[str | None]]
    metadata: NotRequired[Mapping[str, Any]]
    source: NotRequired[SourceFilter]


DocumentsUpdateMetadataData = TypedDict("DocumentsUpdateMetadataData", {"$metadata": 'DocumentsUpdateMetadataDataMetadata'})


DocumentsUpdateMetadataDataMetadata = TypedDict("DocumentsUpdateMetadataDataMetadata", {"$set": 'NotRequired[Mapping[str, str | float | bool | Sequence[str]]]', "$append": 'NotRequired[Mapping[str, Sequence[str]]]', "$remove": 'NotRequired[Mapping[str, Sequence[str]]]', "$unset": 'NotRequired[Sequence[str]]'})


class DocumentsUpdateMetadataData1(TypedDict):
    metadata: Mapping[str, str | float | bool | Sequence[str]]


class DocumentsScheduleData(TypedDict):
    syncFrequency: Literal["DAILY", "WEEKLY", "MONTHLY", "NEVER"]


class SearchSemanticFilter(TypedDict):
    metadata: NotRequired[Mapping[str, Any]]
    source: NotRequired[SourceFilter]


class SearchSemanticExpand1(TypedDict):
    before: NotRequired[int]
    after: NotRequired[int]


class SearchSemanticRecency(TypedDict):
    weight: float
    halfLifeDays: NotRequired[float]
    field: NotRequired[str]


class SearchSemanticRerank(TypedDict):
    topN: NotRequired[int]


class SearchHybridFilter(TypedDict):
    metadata: NotRequired[Mapping[str, Any]]
    source: NotRequired[SourceFilter]


class SearchHybridExpand1(TypedDict):
    before: NotRequired[int]
    after: NotRequired[int]


class SearchHybridRecency(TypedDict):
    weight: float
    halfLifeDays: NotRequired[float]
    field: NotRequired[str]


class SearchHybridRerank(TypedDict):
    topN: NotRequired[int]


class SearchHybridHybridConfig(TypedDict):
    semanticWeight: float
    keywordWeight: float


class AnswersCreateMessagesItem(TypedDict):
    role: Literal["user", "assistant"]
    content: str


class AnswersCreateFilter(TypedDict):
    metadata: NotRequired[Mapping[str, Any]]
    source: NotRequired[SourceFilter]


class AnswersCreateRecency(TypedDict):
    weight: float
    halfLifeDays: NotRequired[float]
    field: NotRequired[str]


class AnswersCreateHybridConfig(TypedDict):
    semanticWeight: float
    keywordWeight: float


class GoldenSetsWriteQuestionsQuestionsItem(TypedDict):
    question: str
    relevant: Sequence[GoldenSetsWriteQuestionsQuestionsItemRelevantItem]
    referenceAnswer: NotRequired[str | None]
    status: NotRequired[Literal["ACCEPTED", "CANDIDATE"]]


class GoldenSetsWriteQuestionsQuestionsItemRelevantItem(TypedDict):
    documentId: NotRequired[str]
    externalId: NotRequired[str]
    url: NotRequired[str]
    name: NotRequired[str]
    quote: NotRequired[str]
    grade: NotRequired[int]


class GoldenSetsUpdateQuestionRelevantItem(TypedDict):
    documentId: NotRequired[str]
    externalId: NotRequired[str]
    url: NotRequired[str]
    name: NotRequired[str]
    quote: NotRequired[str]
    grade: NotRequired[int]


class EvaluationsCreateConfig(TypedDict):
    topK: NotRequired[int]
    hybridConfig: NotRequired[EvaluationsCreateConfigHybridConfig]
    scoreThreshold: NotRequired[float]
    maxPerDocument: NotRequired[int]
    rerank: NotRequired[EvaluationsCreateConfigRerank]
    answers: NotRequired[EvaluationsCreateConfigAnswers]


class EvaluationsCreateConfigHybridConfig(TypedDict):
    semanticWeight: float
    keywordWeight: float


class EvaluationsCreateConfigRerank(TypedDict):
    topN: NotRequired[int]


class EvaluationsCreateConfigAnswers(TypedDict):
    topK: NotRequired[int]
    minRelevance: NotRequired[float]


class ConnectionsCreateSettings(TypedDict):
    method: NotRequired[Literal["JWT"]]
    key: str
    userId: NotRequired[str]


class ConnectionsCreateSettings1(TypedDict):
    method: NotRequired[Literal["CLIENT_CREDENTIALS"]]
    clientId: str
    clientSecret: str
    enterpriseId: str
    userId: NotRequired[str]


class ConnectionsCreateSettings2(TypedDict):
    method: NotRequired[Literal["DATA_CENTER"]]
    baseUrl: str
    token: str


class ConnectionsCreateSettings3(TypedDict):
    method: NotRequired[Literal["TEAM"]]
    appKey: str
    refreshToken: str
    member: str


class ConnectionsCreateSettings4(TypedDict):
    method: NotRequired[Literal["TOKEN"]]
    token: str
    apiUrl: NotRequired[str]


class ConnectionsCreateSettings5(TypedDict):
    method: NotRequired[Literal["APP"]]
    appId: str
    installationId: str
    privateKey: str
    apiUrl: NotRequired[str]


class ConnectionsCreateSettings6(TypedDict):
    method: NotRequired[Literal["SERVICE_ACCOUNT"]]
    key: str
    subject: NotRequired[str]


class ConnectionsCreateSettings7(TypedDict):
    method: NotRequired[Literal["APP"]]
    tenantId: str
    clientId: str
    clientSecret: str
    user: str


class ConnectionsCreateSettings8(TypedDict):
    method: NotRequired[Literal["APP_CERTIFICATE"]]
    tenantId: str
    clientId: str
    key: str
    user: str


class ConnectionsCreateSettings9(TypedDict):
    method: NotRequired[Literal["APP"]]
    tenantId: str
    clientId: str
    clientSecret: str
    sites: NotRequired[Sequence[str]]


class ConnectionsCreateSettings10(TypedDict):
    method: NotRequired[Literal["APP_CERTIFICATE"]]
    tenantId: str
    clientId: str
    key: str
    sites: NotRequired[Sequence[str]]


class ConnectionsCreateSettings11(TypedDict):
    method: NotRequired[Literal["TOKEN"]]
    token: str


class ConnectionsCreateSettings12(TypedDict):
    method: NotRequired[Literal["ACCESS_KEY"]]
    endpoint: str
    region: str
    bucket: str
    accessKeyId: str
    secretAccessKey: str
    prefix: NotRequired[str]
    include: NotRequired[Sequence[str]]
    exclude: NotRequired[Sequence[str]]


class ConnectionsUpdateSettings(TypedDict):
    method: NotRequired[Literal["JWT"]]
    key: str
    userId: NotRequired[str]


class ConnectionsUpdateSettings1(TypedDict):
    method: NotRequired[Literal["CLIENT_CREDENTIALS"]]
    clientId: str
    clientSecret: str
    enterpriseId: str
    userId: NotRequired[str]


class ConnectionsUpdateSettings2(TypedDict):
    method: NotRequired[Literal["DATA_CENTER"]]
    baseUrl: str
    token: str


class ConnectionsUpdateSettings3(TypedDict):
    method: NotRequired[Literal["TEAM"]]
    appKey: str
    refreshToken: str
    member: str


class ConnectionsUpdateSettings4(TypedDict):
    method: NotRequired[Literal["TOKEN"]]
    token: str
    apiUrl: NotRequired[str]


class ConnectionsUpdateSettings5(TypedDict):
    method: NotRequired[Literal["APP"]]
    appId: str
    installationId: str
    privateKey: str
    apiUrl: NotRequired[str]


class ConnectionsUpdateSettings6(TypedDict):
    method: NotRequired[Literal["SERVICE_ACCOUNT"]]
    key: str
    subject: NotRequired[str]


class ConnectionsUpdateSettings7(TypedDict):
    method: NotRequired[Literal["APP"]]
    tenantId: str
    clientId: str
    clientSecret: str
    user: str


class ConnectionsUpdateSettings8(TypedDict):
    method: NotRequired[Literal["APP_CERTIFICATE"]]
    tenantId: str
    clientId: str
    key: str
    user: str


class ConnectionsUpdateSettings9(TypedDict):
    method: NotRequired[Literal["APP"]]
    tenantId: str
    clientId: str
    clientSecret: str
    sites: NotRequired[Sequence[str]]


class ConnectionsUpdateSettings10(TypedDict):
    method: NotRequired[Literal["APP_CERTIFICATE"]]
    tenantId: str
    clientId: str
    key: str
    sites: NotRequired[Sequence[str]]


class ConnectionsUpdateSettings11(TypedDict):
    method: NotRequired[Literal["TOKEN"]]
    token: str


class ConnectionsUpdateSettings12(TypedDict):
    method: NotRequired[Literal["ACCESS_KEY"]]
    endpoint: str
    region: str
    bucket: str
    accessKeyId: str
    secretAccessKey: str
    prefix: NotRequired[str]
    include: NotRequired[Sequence[str]]
    exclude: NotRequired[Sequence[str]]

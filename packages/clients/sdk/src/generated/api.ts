// Written by `npm run sdk-types` from docs/openapi.json.

/** Codes of the service's errors. */
export type ErrorCode =
  | 'ANSWER_FAILED'
  | 'API_KEY_CONFLICT'
  | 'API_KEY_NOT_FOUND'
  | 'CHAT_MODEL_NOT_SET'
  | 'CONNECTION_NOT_FOUND'
  | 'CONVERT_FILE_FAILED'
  | 'CREATE_CONNECTION_FAILED'
  | 'DELETE_DOCUMENTS_FAILED'
  | 'DOCUMENTS_NOT_FOUND'
  | 'EVALUATION_CONFLICT'
  | 'EVALUATION_NOT_FOUND'
  | 'FETCH_CONNECTIONS_FAILED'
  | 'FILE_TOO_LARGE'
  | 'FORBIDDEN'
  | 'GOLDEN_QUESTION_NOT_FOUND'
  | 'GOLDEN_SET_CONFLICT'
  | 'GOLDEN_SET_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_IN_USE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INGESTION_FAILED'
  | 'INGEST_JOB_RUN_NOT_FOUND'
  | 'INTERNAL_ERROR'
  | 'INVALID_CHUNK_CONFIG'
  | 'INVALID_FILTER_CONFIG'
  | 'INVALID_HYBRID_CONFIG'
  | 'INVALID_INGEST_CONFIG'
  | 'INVALID_OCR_CONFIG'
  | 'INVALID_REQUEST'
  | 'INVALID_SCRAPE_OPTIONS'
  | 'INVALID_SEARCH_REQUEST'
  | 'NAMESPACE_ALREADY_EXISTS'
  | 'NAMESPACE_CONFLICT'
  | 'NAMESPACE_NOT_FOUND'
  | 'NOT_FOUND'
  | 'ORGANIZATION_LIMIT_REACHED'
  | 'PAYLOAD_TOO_LARGE'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'REQUEST_TIMEOUT'
  | 'RESYNC_DOCUMENTS_FAILED'
  | 'SCHEDULE_DOCUMENTS_FAILED'
  | 'SEARCH_FAILED'
  | 'SERVICE_UNAVAILABLE'
  | 'SPENDING_LIMIT_REACHED'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_FILE_TYPE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPDATE_DOCUMENTS_FAILED'
  | 'UPDATE_DOCUMENT_CONTENT_FAILED'
  | 'WEBHOOK_DELIVERY_NOT_FOUND'
  | 'WEBHOOK_DISABLED'
  | 'WEBHOOK_LIMIT_REACHED'
  | 'WEBHOOK_NOT_FOUND'
  | 'WEB_SCRAPER_CONFIG_NOT_SET';

export type FileStorageConfig = {
  readonly type: 'S3_COMPATIBLE';
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  /** How requests name the bucket: in the path, which is the default, or as a part of the host, which Alibaba OSS and some other stores require. */
  readonly addressing?: 'PATH' | 'VIRTUAL_HOSTED';
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
} | {
  readonly type: 'LOCAL';
};

export type VectorStorageConfig = {
  readonly provider: 'PINECONE';
  readonly apiKey: string;
  /** An index with the metric dotproduct and the dimensions of the model */
  readonly indexHost: string;
} | {
  readonly provider: 'LANCEDB';
} | {
  readonly provider: 'PGVECTOR';
  /** A PostgreSQL database with pgvector 0.8.4 or newer, in which the user may create a schema; none: the database of this installation */
  readonly url?: string;
  readonly password?: string;
} | {
  readonly provider: 'QDRANT';
  /** With the port: 6333, unless a proxy stands before the server */
  readonly url: string;
  readonly apiKey?: string;
  /** Beginning of their names, which the dimension ends: docfleet-384 */
  readonly collection?: string;
  /** Of a collection that is made; as the server has it unless given */
  readonly shardNumber?: number;
  /** Of a collection that is made; as the server has it unless given */
  readonly replicationFactor?: number;
};

export type EmbeddingModelConfig = {
  readonly provider: 'OPENAI';
  readonly model: string;
  readonly apiKey: string;
  /** Only for a server that is compatible with the API of OpenAI */
  readonly baseUrl?: string;
  /** Fewer than the model has by default, where it supports that */
  readonly dimensions?: number;
} | {
  readonly provider: 'COHERE';
  readonly model: 'embed-english-v3.0' | 'embed-multilingual-v3.0' | 'embed-english-light-v3.0' | 'embed-multilingual-light-v3.0' | 'embed-english-v2.0' | 'embed-english-light-v2.0' | 'embed-multilingual-v2.0';
  readonly apiKey: string;
} | {
  readonly provider: 'JINA';
  readonly model: 'jina-embeddings-v3';
  readonly apiKey: string;
} | {
  readonly provider: 'LOCAL';
  readonly model?: 'all-minilm-l6-v2' | 'static-1024' | 'bge-small-en-v1.5' | 'multilingual-e5-small' | 'multilingual-e5-small-q4';
};

export type RerankConfig = {
  readonly provider: 'LOCAL';
  readonly model?: 'all-minilm-l6-v2';
} | {
  readonly provider: 'COHERE';
  readonly model?: string;
  readonly apiKey: string;
} | {
  readonly provider: 'JINA';
  readonly model?: string;
  readonly apiKey: string;
} | {
  readonly provider: 'VOYAGE';
  readonly model?: string;
  readonly apiKey: string;
} | {
  readonly provider: 'COMPATIBLE';
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string;
};

export type ChatModelConfig = {
  readonly provider: 'OPENAI';
  readonly model: string;
  readonly apiKey: string;
  /** Only for a server that is compatible with the API of OpenAI: Ollama, vLLM, LiteLLM */
  readonly baseUrl?: string;
} | {
  readonly provider: 'COHERE';
  readonly model: string;
  readonly apiKey: string;
};

export type ContextModelConfig = {
  readonly provider: 'OPENAI';
  readonly model: string;
  readonly apiKey: string;
  /** Only for a server that is compatible with the API of OpenAI: Ollama, vLLM, LiteLLM */
  readonly baseUrl?: string;
} | {
  readonly provider: 'COHERE';
  readonly model: string;
  readonly apiKey: string;
};

export type NamespaceChunkConfig = {
  /** Most tokens (cl100k_base) of a chunk */
  readonly chunkSize: number;
  /** Tokens that a chunk shares with the one before; less than chunkSize */
  readonly chunkOverlap: number;
};

export type SpendingLimitConfig = {
  /** Read and written together */
  readonly tokensPerMonth?: number;
  /** In the currency of the operator's PRICE_TABLE, which needs a price for each chat model */
  readonly costPerMonth?: number;
};

export type WebScraperConfig = {
  readonly provider: 'FIRECRAWL';
  readonly apiKey: string;
} | {
  readonly provider: 'JINA';
  readonly apiKey: string;
} | {
  readonly provider: 'SCRAPINGBEE';
  readonly apiKey: string;
} | {
  readonly provider: 'BUILTIN';
};

export type BoxClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** With which Box signs its notifications of changes; without them changes are found by polling */
  readonly signatureKeys?: {
    readonly primary: string;
    readonly secondary?: string;
  };
};

export type OAuthClient = {
  readonly clientId: string;
  readonly clientSecret: string;
};

export type MicrosoftClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of an application that is registered for one organization: its id or domain */
  readonly tenantId?: string;
};

export type Namespace = {
  readonly identifier: string;
  readonly name: string;
  readonly organization: {
    readonly id: string;
  };
  readonly fileStorageConfig: {
    readonly type: 'S3_COMPATIBLE' | 'LOCAL';
    readonly bucket?: string;
    readonly region?: string;
    readonly endpoint?: string;
    readonly addressing?: string;
  };
  readonly vectorStorageConfig: {
    readonly provider: 'PINECONE' | 'LANCEDB' | 'PGVECTOR' | 'QDRANT';
    readonly url?: string;
    readonly indexHost?: string;
    readonly collection?: string;
    readonly shardNumber?: number;
    readonly replicationFactor?: number;
  };
  readonly embeddingModelConfig: {
    readonly provider: EmbeddingProvider;
    readonly model?: string;
    readonly baseUrl?: string;
    readonly dimensions?: number;
  };
  readonly rerankConfig: {
    readonly provider: string;
    readonly model: string;
    readonly baseUrl?: string;
  } | null;
  /** null: the operator's default answers, if there is one */
  readonly chatModelConfig: {
    readonly provider: string;
    readonly model: string;
    readonly baseUrl?: string;
  } | null;
  /** Chat model that writes the sentence of context of each chunk; null: chunks are embedded without */
  readonly contextModelConfig: {
    readonly provider: string;
    readonly model: string;
    readonly baseUrl?: string;
  } | null;
  /** null: requests say how their documents are cut */
  readonly chunkConfig: {
    readonly chunkSize: number;
    readonly chunkOverlap: number;
  } | null;
  /** null: what chat models use is not limited */
  readonly spendingLimitConfig: {
    readonly tokensPerMonth?: number;
    readonly costPerMonth?: number;
  } | null;
  readonly webScraperConfig: {
    readonly provider: 'FIRECRAWL' | 'JINA' | 'SCRAPINGBEE' | 'BUILTIN';
    /** Masked: **** and the last four characters */
    readonly apiKey?: string;
  } | null;
  readonly boxConfig: ClientConfig | null;
  readonly confluenceConfig: ClientConfig | null;
  readonly dropboxConfig: ClientConfig | null;
  readonly googleDriveConfig: ClientConfig | null;
  readonly onedriveConfig: MicrosoftClientConfig | null;
  readonly sharepointConfig: MicrosoftClientConfig | null;
  readonly notionConfig: {
    readonly clientId: string;
    readonly authorizationUrl?: string;
  } | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export const embeddingProviders = [
  'OPENAI',
  'COHERE',
  'JINA',
  'LOCAL',
] as const;
export type EmbeddingProvider = (typeof embeddingProviders)[number];

export type ClientConfig = {
  readonly clientId: string;
};

export type MicrosoftClientConfig = {
  readonly clientId: string;
  readonly tenantId?: string;
};

export type Timestamp = {
  readonly isoString: string;
};

export type NamespaceMove = {
  /** PAUSED: its run was cancelled. INCOMPLETE: some documents failed. EMPTYING: all is moved, and what was before is removed */
  readonly status: 'RUNNING' | 'PAUSED' | 'INCOMPLETE' | 'EMPTYING';
  /** true: documents are embedded anew; false: vectors are copied to another vector store */
  readonly reembeds: boolean;
  /** Previous model and store of the namespace */
  readonly previous: {
    readonly vectorStorageConfig: {
      readonly provider: 'PINECONE' | 'LANCEDB' | 'PGVECTOR' | 'QDRANT';
      readonly url?: string;
      readonly indexHost?: string;
      readonly collection?: string;
      readonly shardNumber?: number;
      readonly replicationFactor?: number;
    };
    readonly embeddingModelConfig: {
      readonly provider: EmbeddingProvider;
      readonly model?: string;
      readonly baseUrl?: string;
      readonly dimensions?: number;
    };
  };
  /** Its run; null when nothing is left but to empty */
  readonly ingestJobRunId: string | null;
  /** Documents that searches find */
  readonly documents: number;
  /** Number of documents that are moved */
  readonly moved: number;
  /** Number of documents whose attempt in the run has failed */
  readonly failed: number;
  /** A sentence for people */
  readonly summary: string;
} | null;

export const documentStatuses = [
  'BACKLOG',
  'QUEUED',
  'QUEUED_FOR_RESYNC',
  'QUEUED_FOR_UPDATE',
  'QUEUED_FOR_DELETION',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
  'CANCELLED',
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export type ConnectorNotifications = {
  readonly connector: Connector;
  /** To be registered at the vendor by hand; null where docfleet does so for each connection */
  readonly address: string | null;
  /** Token that the vendor has sent to the address, to be entered on its own page; null: none */
  readonly verificationToken: string | null;
  /** Time at which the first notification of the address was verified */
  readonly verifiedAt: string | null;
  /** Channels that docfleet has opened for connections */
  readonly channels: number;
  /** Connections whose changes are found by polling alone, and why */
  readonly problems: readonly {
    readonly connectionId: string;
    readonly reason: string;
  }[];
};

export const connectors = [
  'BOX',
  'CONFLUENCE',
  'DROPBOX',
  'GITHUB',
  'GOOGLE_DRIVE',
  'ONEDRIVE',
  'SHAREPOINT',
  'NOTION',
  'S3',
] as const;
export type Connector = (typeof connectors)[number];

export type ConfigForm = {
  readonly config: 'fileStorageConfig' | 'vectorStorageConfig' | 'embeddingModelConfig' | 'rerankConfig' | 'chatModelConfig' | 'contextModelConfig' | 'chunkConfig' | 'spendingLimitConfig' | 'webScraperConfig' | 'boxConfig' | 'confluenceConfig' | 'dropboxConfig' | 'googleDriveConfig' | 'onedriveConfig' | 'sharepointConfig' | 'notionConfig';
  readonly label: string;
  readonly help: string | null;
  /** A namespace cannot be without it */
  readonly required: boolean;
  /** Behavior of a namespace without it; null: the feature is off */
  readonly unset: string | null;
  /** The field that names the provider; null: there is one */
  readonly discriminator: string | null;
  readonly providers: readonly ({
    readonly name: string | null;
    readonly label: string;
    readonly help: string | null;
    readonly fields: readonly ({
      /** Path of the value in the configuration: credentials.accessKeyId */
      readonly path: string;
      readonly label: string;
      readonly help: string | null;
      readonly example: string | null;
      /** list: several strings */
      readonly type: 'string' | 'integer' | 'list';
      readonly required: boolean;
      /** Not returned once it is stored */
      readonly secret: boolean;
      /** The values that it can have; null: any */
      readonly options: readonly string[] | null;
    })[];
  })[];
  /** Of an OAuth client: the connector that needs it */
  readonly connector: Connector | null;
  /** Of an OAuth client: how an application is registered at the vendor */
  readonly setup: ConnectorSetup | null;
};

export type ConnectorSetup = {
  readonly steps: readonly ({
    readonly text: string;
    /** The page of the vendor on which it is done */
    readonly url: string | null;
    /** Value to paste there: the origin of this installation, its /v1/connections/callback, or the address of GET /v1/namespaces/{namespaceId}/notifications */
    readonly paste: 'ORIGIN' | 'REDIRECT_URI' | 'NOTIFICATION_ADDRESS' | null;
  })[];
  /** Permissions that have to be granted at the vendor */
  readonly permissions: readonly {
    readonly name: string;
    readonly reason: string;
  }[];
  /** Path of its guide */
  readonly guide: string;
};

export type ConnectionForm = {
  readonly connector: Connector;
  /** The value of `settings.method` */
  readonly method: string;
  readonly label: string;
  readonly fields: readonly ({
    /** Path of the value in the configuration: credentials.accessKeyId */
    readonly path: string;
    readonly label: string;
    readonly help: string | null;
    readonly example: string | null;
    /** list: several strings */
    readonly type: 'string' | 'integer' | 'list';
    readonly required: boolean;
    /** Not returned once it is stored */
    readonly secret: boolean;
    /** The values that it can have; null: any */
    readonly options: readonly string[] | null;
  })[];
  readonly setup: ConnectorSetup;
};

export type Metadata = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export type ChunkConfig = {
  /** Most tokens (cl100k_base) of a chunk */
  readonly chunkSize: number;
  /** Tokens that a chunk shares with the one before; less than chunkSize */
  readonly chunkOverlap: number;
};

export type IngestAccepted = {
  /** Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId} */
  readonly ingestJobRunId: string;
  readonly documents: readonly DocumentOutcome[];
};

export type DocumentOutcome = {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly error: string | null;
};

export type ScrapeOptions = {
  /** CSS selectors: only what they match is read */
  readonly includeSelectors?: readonly string[];
  /** CSS selectors: what they match is left out */
  readonly excludeSelectors?: readonly string[];
  /** Sent with every request to the origin of the source, or of the URLs of a list, which then are of one site, at each resync too; never to another site, but for Accept, Accept-Language and User-Agent */
  readonly headers?: Readonly<Record<string, string>>;
};

export type UrlsAccepted = {
  /** Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId} */
  readonly ingestJobRunId: string;
  /** One for each URL, in their order; empty where the list holds videos */
  readonly documents: readonly DocumentOutcome[];
};

export type NotRead = {
  readonly what: NotReadKind;
  /** The page, sheet, slide or part; null where it concerns the whole file or several places */
  readonly where: string | null;
  /** The reason, with a remedy where there is one */
  readonly why: string;
  /** The number of such parts at this place */
  readonly count: number;
};

export const notReadKinds = [
  'PAGE',
  'TEXT',
  'HIDDEN_TEXT',
  'PICTURE',
  'CHART',
  'DIAGRAM',
  'FORMULA',
  'LAYER',
  'ANNOTATION',
  'FORM',
  'EMBEDDED_FILE',
  'LINKED_CONTENT',
  'MEDIA',
  'SHEET',
  'CONTEXT',
  'OTHER',
] as const;
export type NotReadKind = (typeof notReadKinds)[number];

export type Pagination = {
  readonly pageSize?: number;
  /** The `nextCursor` of the page before */
  readonly cursor?: string | null;
};

export type IngestJobRun = {
  readonly id: string;
  readonly status: IngestJobRunStatus;
  readonly errorMessage: string | null;
  /** Time at which the run was cancelled */
  readonly cancelledAt: Timestamp | null;
  readonly ingestConfig: {
    readonly source: IngestionSource;
    readonly config: Readonly<Record<string, unknown>>;
    readonly chunkConfig: {
      readonly chunkSize: number;
      readonly chunkOverlap: number;
    };
  };
  readonly syncFrequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
  readonly tenantId: string | null;
  readonly namespace: {
    readonly identifier: string;
    readonly id: string;
  };
  readonly organization: {
    readonly id: string;
  };
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export const ingestJobRunStatuses = [
  'QUEUED',
  'PRE_PROCESSING',
  'PROCESSING',
  'NEEDS_CONFIRMATION',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
] as const;
export type IngestJobRunStatus = (typeof ingestJobRunStatuses)[number];

export const ingestionSources = [
  'TEXT',
  'URLS_LIST',
  'SITEMAP',
  'WEBSITE',
  'YOUTUBE',
  'LOCAL_FILE',
  'REEMBEDDING',
  'BOX',
  'CONFLUENCE',
  'DROPBOX',
  'GITHUB',
  'GOOGLE_DRIVE',
  'ONEDRIVE',
  'SHAREPOINT',
  'NOTION',
  'S3',
] as const;
export type IngestionSource = (typeof ingestionSources)[number];

export type IngestJobRunDocuments = {
  readonly id: string;
  readonly status: IngestJobRunStatus;
  /** Reason for which the source could not be read, or cannot be read at the moment */
  readonly errorMessage: string | null;
  /** Time at which the run was cancelled */
  readonly cancelledAt: Timestamp | null;
  readonly documents: {
    readonly queued: readonly DocumentOutcome[];
    readonly processing: readonly DocumentOutcome[];
    readonly completed: readonly DocumentOutcome[];
    readonly failed: readonly DocumentOutcome[];
    readonly cancelled: readonly DocumentOutcome[];
  };
  /** Number of all documents, also those that a list has no room for */
  readonly documentCounts: {
    readonly queued: number;
    readonly processing: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  /** Of a connection, a sitemap, a website or a list: how far it has been read. Null for texts and files */
  readonly items: {
    /** Items that the run came upon so far: the sum of the parts below */
    readonly found: number;
    /** Of these, documents that wait or are being worked on; none once the run has ended */
    readonly pending: number;
    /** Documents that were read and are searchable in their new content */
    readonly searchable: number;
    /** Documents that are searchable as they were */
    readonly unchanged: number;
    /** Items that cannot be ingested */
    readonly skipped: number;
    /** Documents that could not be read, or whose work was cancelled */
    readonly failed: number;
    /** Documents that were deleted because their items are gone */
    readonly deleted: number;
    /** The 50 most frequent reasons for which items were skipped, failed or were deleted */
    readonly reasons: readonly ({
      readonly part: 'pending' | 'searchable' | 'unchanged' | 'skipped' | 'failed' | 'deleted';
      readonly reason: string;
      readonly items: number;
    })[];
    /** The first 100 skipped items, with their reasons */
    readonly skippedItems: readonly {
      readonly externalId: string;
      readonly name: string;
      readonly reason: string;
    }[];
    /** Deletions that wait for a confirmation; null where none was needed */
    readonly deletion: {
      /** Documents that the listing did not name */
      readonly missing: number;
      /** Of so many documents of the job */
      readonly documents: number;
      readonly examples: readonly ({
        readonly externalId: string;
        readonly name: string | null;
      })[];
      readonly isConfirmed: boolean;
    } | null;
  } | null;
  /** Parts of the files that the searchable texts of this run lack, by kind, the most frequent first; `notRead` of a document says where and why */
  readonly notRead: readonly {
    readonly what: NotReadKind;
    /** The number of such parts in all documents */
    readonly count: number;
    /** The number of documents that lack them */
    readonly documents: number;
  }[];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type IngestJobRunProgress = {
  readonly id: string;
  readonly status: IngestJobRunStatus;
  /** Set when the source itself could not be read */
  readonly errorMessage: string | null;
  /** Number of all documents, also those that a list has no room for */
  readonly documentCounts: {
    readonly queued: number;
    readonly processing: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  readonly updatedAt: Timestamp;
};

export type DocumentListFilter = {
  /** Any of these ids */
  readonly documentIds?: readonly (string | null)[];
  /** Any of these external ids */
  readonly documentExternalIds?: readonly (string | null)[];
  /** Any of these connections */
  readonly documentConnectionIds?: readonly (string | null)[];
  /** Documents whose latest ingest job run is any of these */
  readonly documentIngestJobRunIds?: readonly (string | null)[];
  /** Any of TEXT, URL, FILE, BOX_DOCUMENT, CONFLUENCE_DOCUMENT, DROPBOX_DOCUMENT, GITHUB_DOCUMENT, GOOGLE_DRIVE_DOCUMENT, ONEDRIVE_DOCUMENT, SHAREPOINT_DOCUMENT, NOTION_DOCUMENT, S3_DOCUMENT; values that are not known match nothing */
  readonly documentTypes?: readonly (string | null)[];
  /** Any of TEXT, URLS_LIST, SITEMAP, WEBSITE, YOUTUBE, LOCAL_FILE, REEMBEDDING, BOX, CONFLUENCE, DROPBOX, GITHUB, GOOGLE_DRIVE, ONEDRIVE, SHAREPOINT, NOTION, S3; values that are not known match nothing */
  readonly documentIngestionSources?: readonly (string | null)[];
  /** Any of BACKLOG, QUEUED, QUEUED_FOR_RESYNC, QUEUED_FOR_UPDATE, QUEUED_FOR_DELETION, PROCESSING, SUCCESS, FAILED, CANCELLED; values that are not known match nothing */
  readonly documentIngestionStatuses?: readonly (string | null)[];
  readonly metadata?: MetadataFilter;
  readonly source?: SourceFilter;
  /** A part of the name, in whatever case */
  readonly name?: string;
};

export type MetadataFilter = Readonly<Record<string, unknown>>;

export type SourceFilter = {
  /** Beginning of the address at the source */
  readonly urlPrefix?: string;
  /** Changed at the source at this moment or later */
  readonly modifiedAfter?: string;
  /** Changed at the source before this moment */
  readonly modifiedBefore?: string;
  /** Accepted by docfleet at this moment or later, whatever its source says */
  readonly createdAfter?: string;
  /** Accepted by docfleet before this moment, whatever its source says */
  readonly createdBefore?: string;
};

export type IncludeConfig = {
  readonly documents?: boolean;
  /** Deprecated: use statsBySource */
  readonly stats?: boolean;
  readonly statsBySource?: boolean;
  readonly statsByStatus?: boolean;
  readonly statsByDocumentType?: boolean;
  readonly rawFileUrl?: boolean;
  readonly parsedTextFileUrl?: boolean;
};

export type Document = {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string;
  readonly documentType: DocumentType;
  readonly ingestionSource: IngestionSource;
  readonly ingestionStatus: DocumentStatus;
  readonly ingestionError: string | null;
  readonly ingestJob: {
    readonly id: string;
  };
  readonly ingestJobRun: {
    readonly id: string;
  };
  readonly connection?: {
    readonly id: string;
  };
  readonly documentProperties: {
    readonly mimeType?: string;
    /** Bytes */
    readonly fileSize?: number;
    readonly characterCount?: number;
    readonly tokenCount?: number;
    readonly embeddingCount?: number;
    readonly ocrPagesCount?: number;
  };
  /** Parts of the file that its text lacks, at most 50 entries: beyond that, equal kinds are counted without their places. Empty where everything was read */
  readonly notRead: readonly NotRead[];
  /** Progress of a document that is PROCESSING: pages of a PDF and rows of a CSV that are read, then chunks that are embedded. Null in the first two seconds, for other types, and afterwards */
  readonly progress: {
    /** PAGE and ROW are read, CHUNK are embedded */
    readonly unit: 'PAGE' | 'ROW' | 'CHUNK';
    /** Pages, rows or chunks that are done */
    readonly done: number;
    /** Number of all of them; null where it is unknown before the end */
    readonly total: number | null;
  } | null;
  /** Model and chunk sizes of the visible content */
  readonly embeddingConfig?: {
    readonly provider: EmbeddingProvider;
    readonly model: string;
    readonly dimensions: number;
    readonly chunkSize: number;
    readonly chunkOverlap: number;
  };
  readonly providers: {
    readonly fileStorage?: 'S3_COMPATIBLE' | 'LOCAL';
    readonly vectorStorage?: 'PINECONE' | 'LANCEDB' | 'PGVECTOR' | 'QDRANT';
    readonly embeddingModel?: EmbeddingProvider;
    readonly webScraper?: 'FIRECRAWL' | 'JINA' | 'SCRAPINGBEE' | 'BUILTIN';
  };
  readonly metadata: Readonly<Record<string, unknown>>;
  /** State of this metadata in the vector store. Searches honor the document in any case: each result is checked against it */
  readonly vectorMetadata: 'CURRENT' | 'PENDING' | 'FAILED';
  readonly tenantId: string | null;
  readonly namespace: {
    readonly identifier: string;
  };
  readonly organization: {
    readonly id: string;
  };
  /** Address at which the source shows it to people: of a crawled page its own, of an item of a connection the one that the vendor reports; null where it is unknown */
  readonly url: string | null;
  /** Time of the last change at the source; null where it is unknown */
  readonly modifiedAt: Timestamp | null;
  readonly lastSyncedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Opens without a key for an hour; present where it was asked for, null where nothing is stored yet */
  readonly rawFileUrl?: string | null;
  /** Opens without a key for an hour; present where it was asked for, null where nothing is stored yet */
  readonly parsedTextFileUrl?: string | null;
};

export const documentTypes = [
  'TEXT',
  'URL',
  'FILE',
  'BOX_DOCUMENT',
  'CONFLUENCE_DOCUMENT',
  'DROPBOX_DOCUMENT',
  'GITHUB_DOCUMENT',
  'GOOGLE_DRIVE_DOCUMENT',
  'ONEDRIVE_DOCUMENT',
  'SHAREPOINT_DOCUMENT',
  'NOTION_DOCUMENT',
  'S3_DOCUMENT',
] as const;
export type DocumentType = (typeof documentTypes)[number];

export type DocumentFilter = {
  /** Any of these ids */
  readonly documentIds?: readonly (string | null)[];
  /** Any of these external ids */
  readonly documentExternalIds?: readonly (string | null)[];
  /** Any of these connections */
  readonly documentConnectionIds?: readonly (string | null)[];
  /** Documents whose latest ingest job run is any of these */
  readonly documentIngestJobRunIds?: readonly (string | null)[];
  /** Any of TEXT, URL, FILE, BOX_DOCUMENT, CONFLUENCE_DOCUMENT, DROPBOX_DOCUMENT, GITHUB_DOCUMENT, GOOGLE_DRIVE_DOCUMENT, ONEDRIVE_DOCUMENT, SHAREPOINT_DOCUMENT, NOTION_DOCUMENT, S3_DOCUMENT; values that are not known match nothing */
  readonly documentTypes?: readonly (string | null)[];
  /** Any of TEXT, URLS_LIST, SITEMAP, WEBSITE, YOUTUBE, LOCAL_FILE, REEMBEDDING, BOX, CONFLUENCE, DROPBOX, GITHUB, GOOGLE_DRIVE, ONEDRIVE, SHAREPOINT, NOTION, S3; values that are not known match nothing */
  readonly documentIngestionSources?: readonly (string | null)[];
  /** Any of BACKLOG, QUEUED, QUEUED_FOR_RESYNC, QUEUED_FOR_UPDATE, QUEUED_FOR_DELETION, PROCESSING, SUCCESS, FAILED, CANCELLED; values that are not known match nothing */
  readonly documentIngestionStatuses?: readonly (string | null)[];
  readonly metadata?: MetadataFilter;
  readonly source?: SourceFilter;
};

export type DocumentDetails = {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string;
  readonly documentType: DocumentType;
  readonly ingestionSource: IngestionSource;
  readonly ingestionStatus: DocumentStatus;
  readonly ingestionError: string | null;
  readonly ingestJob: {
    readonly id: string;
  };
  readonly ingestJobRun: {
    readonly id: string;
  };
  readonly connection?: {
    readonly id: string;
  };
  readonly documentProperties: {
    readonly mimeType?: string;
    /** Bytes */
    readonly fileSize?: number;
    readonly characterCount?: number;
    readonly tokenCount?: number;
    readonly embeddingCount?: number;
    readonly ocrPagesCount?: number;
  };
  /** Parts of the file that its text lacks, at most 50 entries: beyond that, equal kinds are counted without their places. Empty where everything was read */
  readonly notRead: readonly NotRead[];
  /** Progress of a document that is PROCESSING: pages of a PDF and rows of a CSV that are read, then chunks that are embedded. Null in the first two seconds, for other types, and afterwards */
  readonly progress: {
    /** PAGE and ROW are read, CHUNK are embedded */
    readonly unit: 'PAGE' | 'ROW' | 'CHUNK';
    /** Pages, rows or chunks that are done */
    readonly done: number;
    /** Number of all of them; null where it is unknown before the end */
    readonly total: number | null;
  } | null;
  /** Model and chunk sizes of the visible content */
  readonly embeddingConfig?: {
    readonly provider: EmbeddingProvider;
    readonly model: string;
    readonly dimensions: number;
    readonly chunkSize: number;
    readonly chunkOverlap: number;
  };
  readonly providers: {
    readonly fileStorage?: 'S3_COMPATIBLE' | 'LOCAL';
    readonly vectorStorage?: 'PINECONE' | 'LANCEDB' | 'PGVECTOR' | 'QDRANT';
    readonly embeddingModel?: EmbeddingProvider;
    readonly webScraper?: 'FIRECRAWL' | 'JINA' | 'SCRAPINGBEE' | 'BUILTIN';
  };
  readonly metadata: Readonly<Record<string, unknown>>;
  /** State of this metadata in the vector store. Searches honor the document in any case: each result is checked against it */
  readonly vectorMetadata: 'CURRENT' | 'PENDING' | 'FAILED';
  readonly tenantId: string | null;
  readonly namespace: {
    readonly identifier: string;
  };
  readonly organization: {
    readonly id: string;
  };
  /** Address at which the source shows it to people: of a crawled page its own, of an item of a connection the one that the vendor reports; null where it is unknown */
  readonly url: string | null;
  /** Time of the last change at the source; null where it is unknown */
  readonly modifiedAt: Timestamp | null;
  readonly lastSyncedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Opens without a key for an hour; present where it was asked for, null where nothing is stored yet */
  readonly rawFileUrl?: string | null;
  /** Opens without a key for an hour; present where it was asked for, null where nothing is stored yet */
  readonly parsedTextFileUrl?: string | null;
  /** Error code of `ingestionError` */
  readonly errorCode: string | null;
  /** Remedy for the error, where one is known */
  readonly advice: string | null;
};

export type TimelineEntry = {
  readonly at: string;
  readonly status: DocumentStatus;
  /** Stage of the document at that time */
  readonly stage: 'FETCH_PAGE' | 'FETCH_ITEM' | 'PARSE' | 'EMBED';
  /** Counts the contents that were asked for */
  readonly revision: number;
  /** Also of an attempt that is repeated */
  readonly error: {
    readonly code: string;
    /** Cut after 200 characters */
    readonly message: string;
  } | null;
};

export type Chunk = {
  /** Its place among the chunks, from 0 */
  readonly ordinal: number;
  /** Start in the Markdown */
  readonly start: number;
  /** End in the Markdown, exclusive */
  readonly end: number;
  readonly tokens: number;
  readonly text: string;
  readonly location?: Location;
};

export type Location = {
  readonly pages?: readonly number[];
  readonly boxes?: readonly {
    readonly page: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly slides?: readonly number[];
  readonly sheet?: string;
  readonly rows?: readonly number[];
  readonly seconds?: readonly number[];
  readonly section: readonly string[];
};

export type SearchResult = {
  readonly content: string;
  readonly score: number;
  /** The document's own metadata, under its id, source and type */
  readonly metadata: {
    readonly id: string;
    readonly source: string;
    readonly type: string;
  } & Readonly<Record<string, unknown>>;
  readonly document: {
    readonly id: string;
    readonly name: string | null;
    readonly externalId: string;
    readonly documentType: DocumentType;
    /** Address at which the source shows it to people: of a crawled page its own, of an item of a connection the one that the vendor reports; null where it is unknown */
    readonly url: string | null;
    /** Time of the last change at the source; null where it is unknown */
    readonly modifiedAt: Timestamp | null;
  };
  readonly location?: Location;
  /** With `rerank`: what the reranker made of the result */
  readonly rerankScore?: number;
  /** The chunk: its number in the document, and its range in the parsed document. Of `chunks` the number of the first, and the range of all */
  readonly position: {
    readonly ordinal: number;
    readonly start: number;
    readonly end: number;
  };
  /** With `neighbors: merge`: the chunks of the result in the order of the document, where it has more than one */
  readonly chunks?: readonly {
    readonly ordinal: number;
    readonly start: number;
    readonly end: number;
    readonly score: number;
  }[];
  /** With `expand`: the text around the result and where it lies in the parsed document */
  readonly context?: {
    readonly text: string;
    readonly start: number;
    readonly end: number;
  };
  /** With `highlights`: where words of the query stand in `content`, in UTF-16 units */
  readonly highlights?: readonly {
    readonly start: number;
    readonly end: number;
  }[];
  /** With `highlights`: the part of the text that has the most of the query, without Markdown */
  readonly snippet?: readonly {
    readonly text: string;
    readonly isMatch: boolean;
  }[];
  readonly explanation?: ScoreExplanation;
};

export type ScoreExplanation = {
  /** Contribution of meaning to the score. With PINECONE it is below 0 where the cosine is */
  readonly semantic: number;
  /** Contribution of the query's words to the score; 0 when the text has none of them */
  readonly keyword: number;
  /** Text from which the vector and the keywords were made: that of the result below the title of its document, and below the sentence that the context model wrote about it */
  readonly embedded: string;
  /** The words of the query that the text has, those that added the most first */
  readonly terms: readonly {
    /** A word of the query as it is compared: in lower case, without accents and without its ending */
    readonly term: string;
    /** The word of the query that it stands for */
    readonly word: string;
    /** Its share of `keyword` */
    readonly weight: number;
  }[];
};

export type RerankOutcome = {
  readonly applied: boolean;
  readonly model: string;
  /** Number of best matches that were judged */
  readonly count: number;
  /** Reason for which the results stand in the order of the search */
  readonly reason?: string;
};

export type SearchTimings = {
  /** The query's vector, from the model or remembered */
  readonly embed: number;
  /** The vector store */
  readonly store: number;
  /** PostgreSQL: which of the hits are visible, and their documents */
  readonly rows: number;
  /** The reranker */
  readonly rerank: number;
  /** Texts that the vector store could not keep whole */
  readonly texts: number;
  /** The explanations */
  readonly explain: number;
};

export type Estimate = {
  /** `true`: everything was read before the time limit */
  readonly isComplete: boolean;
  /** Parts of the source itself that could not be read */
  readonly trouble: string | null;
  readonly documents: EstimatedFigure;
  /** Of the documents, those that cannot be ingested */
  readonly skipped: EstimatedFigure;
  readonly characters: EstimatedFigure;
  /** Of all chunks (cl100k_base), with what neighbors share */
  readonly tokens: EstimatedFigure;
  readonly chunks: EstimatedFigure;
  /** Chunks that would be embedded */
  readonly embeddings: EstimatedFigure;
  /** Chunks that would not be, as they are stored already */
  readonly reusedEmbeddings: EstimatedFigure;
  /** Tokens of the chunks that would be embedded */
  readonly embeddedTokens: EstimatedFigure;
  /** Sentences of context that the context model would write */
  readonly contexts: EstimatedFigure;
  /** Tokens that it would read and write for them, about */
  readonly contextTokens: EstimatedFigure;
  readonly ocrPages: EstimatedFigure;
  readonly cost: {
    readonly currency: string;
    readonly total: number;
    readonly parts: {
      readonly embedding: number;
      readonly context: number;
      readonly ocr: number;
      readonly scraping: number;
    };
  } | null;
  readonly costUnknownBecause: string | null;
  /** The first 100 documents */
  readonly items: readonly ({
    readonly externalId: string;
    readonly title: string | null;
    /** UNCHANGED: nothing of it is embedded again; SKIPPED: it cannot be ingested; UNKNOWN: it was not read */
    readonly wouldBe: 'NEW' | 'UNCHANGED' | 'CHANGED' | 'SKIPPED' | 'UNKNOWN';
    /** Reason for SKIPPED or UNKNOWN */
    readonly reason: string | null;
    readonly characters: number | null;
    readonly tokens: number | null;
    /** Number of its chunks that would be embedded */
    readonly embeddings: number | null;
  })[];
};

export type EstimatedFigure = {
  readonly value: number;
  /** estimated: concluded from a sample */
  readonly basis: 'exact' | 'estimated';
  /** Number of documents that were read for the estimate; null when it is exact */
  readonly sampleSize: number | null;
};

export type AnswerEvent = AnswerSearchedEvent | AnswerSentenceEvent | AnswerRemovedEvent | AnswerDoneEvent | AnswerErrorEvent;

export type AnswerSearchedEvent = {
  readonly type: 'searched';
  readonly query: string;
  readonly passages: number;
};

export type AnswerSentenceEvent = {
  readonly type: 'sentence';
  readonly text: string;
  readonly citations: readonly number[];
  /** Citations that no previous sentence has */
  readonly newCitations: readonly AnswerCitation[];
  readonly isVerified: boolean;
  /** The sentence of the model in whose place the documents' own statements stand, in quotation marks; null where the sentence is the model's */
  readonly replaces: RemovedSentence | null;
  /** Numbers of citations of other documents that say something else: another number, or the opposite; none where no difference was found */
  readonly contradictedBy: readonly number[];
};

export type AnswerCitation = {
  /** As the answer refers to it: [1] */
  readonly number: number;
  /** Words of the chunk that the sentence rests on */
  readonly quote: string;
  readonly namespaceId: string;
  readonly document: {
    readonly id: string;
    readonly name: string | null;
    readonly externalId: string;
    readonly documentType: DocumentType;
    /** Address at which the source shows the document to people; null where it is unknown */
    readonly url: string | null;
  };
  /** The chunk: its number in the document, its range in the parsed document, and its text */
  readonly chunk: {
    readonly ordinal: number;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  };
  /** Start of the quote in the chunk's text, in UTF-16 units */
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly location?: Location;
};

export type RemovedSentence = {
  readonly text: string;
  /** Reason: no citation and nothing that it could rest on; a passage that was not there; a quote that the passage does not have; words, a number with its unit, or a name that what it quotes does not have; the opposite of what it quotes; not confirmed by the second judge; none of the sentences can be an answer, as a question for a number has one without; said before */
  readonly reason: 'NO_CITATION' | 'UNKNOWN_PASSAGE' | 'QUOTE_NOT_FOUND' | 'NOT_SUPPORTED' | 'NUMBER_NOT_CITED' | 'NAME_NOT_CITED' | 'CONTRADICTED' | 'NOT_CONFIRMED' | 'NOT_AN_ANSWER' | 'REPEATED';
};

export type AnswerRemovedEvent = {
  readonly type: 'removed';
  readonly text: string;
  /** Reason: no citation and nothing that it could rest on; a passage that was not there; a quote that the passage does not have; words, a number with its unit, or a name that what it quotes does not have; the opposite of what it quotes; not confirmed by the second judge; none of the sentences can be an answer, as a question for a number has one without; said before */
  readonly reason: 'NO_CITATION' | 'UNKNOWN_PASSAGE' | 'QUOTE_NOT_FOUND' | 'NOT_SUPPORTED' | 'NUMBER_NOT_CITED' | 'NAME_NOT_CITED' | 'CONTRADICTED' | 'NOT_CONFIRMED' | 'NOT_AN_ANSWER' | 'REPEATED';
};

export type AnswerDoneEvent = {
  readonly type: 'done';
  readonly outcome: AnswerOutcome;
  readonly notFoundReason: 'NO_PASSAGES' | 'NOT_RELEVANT' | 'MODEL' | 'UNVERIFIED' | 'REFUSED' | null;
  /** `true`: the model reached `maxTokens` before its end */
  readonly isCutOff: boolean;
  /** The query of the search: the question as it is meant in its conversation */
  readonly query: string;
  /** Relevance of the best chunk to the question, 0 to 1; see `minRelevance` */
  readonly relevance: number;
  /** Sentences on what went wrong beside the answer: a second judge that failed. Absent when there is none */
  readonly notices?: readonly string[];
  readonly model: string;
  readonly usage: AnswerUsage;
  /** Milliseconds */
  readonly timings: {
    /** To make the question one of its own */
    readonly rewrite: number;
    readonly search: number;
    /** Until the model had written its last word */
    readonly model: number;
  };
  /** The whole once more */
  readonly answer: string;
};

export const answerOutcomes = [
  'ANSWERED',
  'NOT_FOUND',
] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

export type AnswerUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** `true`: the tokens are computed from characters, as the model does not count them */
  readonly isEstimated: boolean;
  /** By the prices of the operator; null where there is none for the model */
  readonly cost: {
    readonly currency: string;
    readonly total: number;
  } | null;
};

export type AnswerErrorEvent = {
  readonly type: 'error';
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
};

export type AnswerSentence = {
  readonly text: string;
  /** Numbers */
  readonly citations: readonly number[];
  /** false with `unverified: "mark"` alone */
  readonly isVerified: boolean;
  /** The sentence of the model in whose place the documents' own statements stand, in quotation marks; null where the sentence is the model's */
  readonly replaces: RemovedSentence | null;
  /** Numbers of citations of other documents that say something else: another number, or the opposite; none where no difference was found */
  readonly contradictedBy: readonly number[];
};

export type OpenAiResponseEvent = {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: OpenAiResponse;
  readonly delta?: string;
} & Readonly<Record<string, unknown>>;

export type OpenAiResponse = {
  readonly id: string;
  readonly object: 'response';
  readonly created_at: number;
  readonly status: 'in_progress' | 'completed' | 'incomplete';
  readonly error: null;
  readonly incomplete_details: {
    readonly reason: 'max_output_tokens';
  } | null;
  readonly instructions: string | null;
  readonly max_output_tokens: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly model: string;
  readonly output: readonly (OpenAiFileSearchCall | {
    readonly id: string;
    readonly type: 'message';
    readonly status: 'in_progress' | 'completed' | 'incomplete';
    readonly role: 'assistant';
    readonly content: readonly {
      readonly type: 'output_text';
      readonly text: string;
      readonly annotations: readonly OpenAiFileCitation[];
      readonly logprobs: readonly unknown[];
    }[];
  })[];
  readonly parallel_tool_calls: false;
  readonly previous_response_id: null;
  readonly store: false;
  readonly temperature: null;
  readonly text: {
    readonly format: {
      readonly type: 'text';
    };
  };
  readonly tool_choice: 'auto';
  readonly tools: readonly unknown[];
  readonly top_p: null;
  readonly truncation: 'auto' | 'disabled';
  readonly usage: {
    readonly input_tokens: number;
    readonly input_tokens_details: {
      readonly cached_tokens: 0;
    };
    readonly output_tokens: number;
    readonly output_tokens_details: {
      readonly reasoning_tokens: 0;
    };
    readonly total_tokens: number;
  } | null;
};

export type OpenAiFileSearchCall = {
  readonly id: string;
  readonly type: 'file_search_call';
  readonly status: 'completed';
  readonly queries: readonly string[];
  /** With `include: ["file_search_call.results"]`; null without */
  readonly results: readonly ({
    /** Id of the document */
    readonly file_id: string;
    readonly filename: string;
    readonly score: number;
    readonly text: string;
    readonly attributes: Readonly<Record<string, string | number | boolean>>;
  })[] | null;
};

export type OpenAiFileCitation = {
  readonly type: 'file_citation';
  /** Id of the document */
  readonly file_id: string;
  readonly filename: string;
  /** Position of the citation in the text, in UTF-16 units */
  readonly index: number;
  /** Words of the document that the sentence rests on */
  readonly quote: string;
};

export type OpenAiModel = {
  /** The name of the namespace */
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: 'docfleet';
};

export type OpenAiVectorStore = {
  /** The name of the namespace */
  readonly id: string;
  readonly object: 'vector_store';
  readonly created_at: number;
  readonly name: string;
  /** Not counted */
  readonly usage_bytes: 0;
  /** Documents */
  readonly file_counts: {
    readonly in_progress: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly total: number;
  };
  readonly status: 'in_progress' | 'completed';
  readonly expires_after: null;
  readonly expires_at: null;
  readonly last_active_at: number;
  readonly metadata: Readonly<Record<string, string>>;
};

export type OpenAiFile = {
  /** Id of the document */
  readonly id: string;
  readonly object: 'file';
  /** Bytes of its file; 0 where it has none, such as a text */
  readonly bytes: number;
  readonly created_at: number;
  readonly filename: string;
  readonly purpose: 'assistants';
  readonly status: 'uploaded' | 'processed' | 'error';
  readonly status_details: string | null;
};

export type OpenAiVectorStoreFile = {
  /** Id of the document */
  readonly id: string;
  readonly object: 'vector_store.file';
  readonly created_at: number;
  /** The name of the namespace */
  readonly vector_store_id: string;
  /** Not counted */
  readonly usage_bytes: 0;
  readonly status: 'in_progress' | 'completed' | 'failed' | 'cancelled';
  readonly last_error: {
    readonly code: 'server_error';
    readonly message: string;
  } | null;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
};

export type GoldenSet = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The tenant whose documents are searched; null: all */
  readonly tenantId: string | null;
  /** Accepted questions: those that are evaluated */
  readonly questionCount: number;
  /** Proposed questions */
  readonly candidateCount: number;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type GoldenQuestion = {
  readonly id: string;
  readonly status: 'ACCEPTED' | 'CANDIDATE';
  readonly question: string;
  readonly relevant: readonly {
    /** The document's id */
    readonly documentId?: string;
    /** The document's external id, which survives ingesting it anew */
    readonly externalId?: string;
    /** Address at which the source shows the document to people */
    readonly url?: string;
    /** The document's name */
    readonly name?: string;
    /** Text of the relevant passage; without it every passage of the document is relevant */
    readonly quote?: string;
    /** Grade of relevance, from 1 to 3 */
    readonly grade: number;
  }[];
  readonly referenceAnswer: string | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type Evaluation = {
  readonly id: string;
  readonly goldenSetId: string;
  readonly tenantId: string | null;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly config: {
    /** Results per question: the k of recall and hits */
    readonly topK: number;
    /** The weights of a hybrid search. Without it those of a `POST /v1/search` that names none, which are stored here when the evaluation begins; absent then where that is by meaning alone */
    readonly hybridConfig?: {
      readonly semanticWeight: number;
      readonly keywordWeight: number;
    };
    readonly scoreThreshold: number;
    /** The most results of one document */
    readonly maxPerDocument?: number;
    /** Number of best matches that the namespace's reranker puts into a better order */
    readonly rerank?: {
      readonly topN: number;
    };
    /** Has the chat model answer each question from what the evaluation finds, and measures how much of it is verified */
    readonly answers?: {
      /** Maximum number of chunks that the model reads */
      readonly topK: number;
      /** As in answers */
      readonly minRelevance?: number;
    };
  };
  /** Provider and model of the namespace; null until the first question was searched */
  readonly embeddingModel: Readonly<Record<string, string>> | null;
  /** Other configuration that decides the results, as of the evaluation: chunk sizes, context model, reranker */
  readonly configuration: Readonly<Record<string, string>> | null;
  readonly questionCount: number;
  /** Questions that were searched so far */
  readonly searchedCount: number;
  /** Null until all questions were searched */
  readonly metrics: EvaluationMetrics | null;
  readonly error: string | null;
  /** Limitation of the figures, if any */
  readonly notice: string | null;
  /** Seed of the bootstrap */
  readonly seed: number;
  readonly createdAt: Timestamp;
  readonly startedAt: Timestamp | null;
  readonly endedAt: Timestamp | null;
};

export type EvaluationMetrics = {
  /** nDCG of the first ten results */
  readonly ndcg: MetricEstimate;
  /** The share of relevant documents or passages among the first topK results */
  readonly recall: MetricEstimate;
  /** MRR: 1 / rank of the first relevant result */
  readonly reciprocalRank: MetricEstimate;
  /** The share of questions with a relevant result among the first topK */
  readonly hit: MetricEstimate;
  /** Relevant documents, named by documentId or externalId, that the namespace does not have */
  readonly missingTargets: number;
  /** Null where the evaluation has no answers */
  readonly answers: {
    /** The share of questions with an answer */
    readonly answered: MetricEstimate;
    /** The share of the model's sentences whose citations were verified; null where it wrote none */
    readonly faithfulness: MetricEstimate | null;
    /** The share of the reference answers' words that the answers have; null without reference answers */
    readonly referenceRecall: MetricEstimate | null;
  } | null;
};

export type MetricEstimate = {
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

export type EvaluationResult = {
  readonly questionId: string;
  readonly question: string;
  readonly relevant: readonly {
    /** The document's id */
    readonly documentId?: string;
    /** The document's external id, which survives ingesting it anew */
    readonly externalId?: string;
    /** Address at which the source shows the document to people */
    readonly url?: string;
    /** The document's name */
    readonly name?: string;
    /** Text of the relevant passage; without it every passage of the document is relevant */
    readonly quote?: string;
    /** Grade of relevance, from 1 to 3 */
    readonly grade: number;
  }[];
  /** The results in their order; null until the question was searched, as are the metrics */
  readonly ranking: readonly RankedResult[] | null;
  readonly ndcg: number | null;
  readonly recall: number | null;
  readonly reciprocalRank: number | null;
  readonly hit: number | null;
  readonly referenceAnswer: string | null;
  /** Null where the evaluation has no answers */
  readonly answer: EvaluatedAnswer | null;
  readonly answered: number | null;
  readonly faithfulness: number | null;
  readonly referenceRecall: number | null;
  readonly durationMs: number | null;
};

export type RankedResult = {
  readonly documentId: string;
  readonly name: string | null;
  readonly ordinal: number;
  readonly score: number;
  /** The grade of the relevant document or passage that it is the first to match; else 0 */
  readonly gain: number;
};

export type EvaluatedAnswer = {
  readonly text: string;
  readonly outcome: 'ANSWERED' | 'NOT_FOUND';
  /** Sentences that could not be verified */
  readonly removed: readonly {
    readonly text: string;
    readonly reason: string;
  }[];
};

export type EvaluationComparison = {
  readonly baseline: Evaluation;
  readonly candidate: Evaluation;
  /** Candidate minus baseline; null when they have no question in common */
  readonly differences: {
    /** Mean difference with its 95 % interval */
    readonly ndcg: Difference;
    /** Mean difference with its 95 % interval */
    readonly recall: Difference;
    /** Mean difference with its 95 % interval */
    readonly reciprocalRank: Difference;
    /** Mean difference with its 95 % interval */
    readonly hit: Difference;
  } | null;
  /** The same of answers; null where either has none */
  readonly answers: {
    /** Mean difference with its 95 % interval */
    readonly answered: Difference;
    readonly faithfulness: Difference | null;
    readonly referenceRecall: Difference | null;
  } | null;
  /** `true`: the whole interval of the difference in nDCG lies below 0, worse by more than chance explains */
  readonly isWorse: boolean;
  /** Questions that both have, with the same relevant documents */
  readonly compared: number;
  /** Questions of either that were not compared */
  readonly unpaired: number;
  readonly improved: number;
  readonly worsened: number;
  /** The questions that were answered differently, the worst first, at most 200 */
  readonly changed: readonly ChangedQuestion[];
};

export type Difference = {
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

export type ChangedQuestion = {
  readonly questionId: string;
  readonly question: string;
  readonly baseline: {
    readonly ndcg: number;
    readonly recall: number;
    readonly reciprocalRank: number;
    readonly hit: number;
    readonly answered: number | null;
    readonly faithfulness: number | null;
    readonly referenceRecall: number | null;
  };
  readonly candidate: {
    readonly ndcg: number;
    readonly recall: number;
    readonly reciprocalRank: number;
    readonly hit: number;
    readonly answered: number | null;
    readonly faithfulness: number | null;
    readonly referenceRecall: number | null;
  };
};

export type Moment = string;

export type ApiKey = {
  readonly id: string;
  /** Beginning of the key */
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly ('read' | 'ingest' | 'admin')[];
  readonly status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  /** null: the operator's default */
  readonly rateLimitPerMinute: number | null;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp | null;
  readonly revokedAt: Timestamp | null;
  /** True to about a minute */
  readonly lastUsedAt: Timestamp | null;
  /** The key that takes its place */
  readonly rotatedToId: string | null;
};

export type AuditEvent = {
  readonly id: string;
  readonly action: string;
  readonly targetType: string;
  /** null: the change was not about a single one */
  readonly targetId: string | null;
  readonly tenantId: string | null;
  /** The key that was used; null: the operator's command line */
  readonly apiKeyId: string | null;
  /** The `X-Request-Id` of the request that made the change */
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Timestamp;
};

export type ModelUsage = {
  readonly day: string;
  /** Its name */
  readonly namespaceId: string;
  /** Answers; sentences of context of chunks; generated candidate questions; answers of evaluations */
  readonly purpose: 'ANSWER' | 'CONTEXT' | 'QUESTIONS' | 'EVALUATION';
  readonly model: string;
  readonly requests: number;
  /** As the vendor counts them; estimated from characters where it does not */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** By the prices of the operator as they are now; null where there is none for the model */
  readonly cost: {
    readonly currency: string;
    readonly total: number;
  } | null;
};

export type StorageQuota = {
  /** Most documents; null: no limit */
  readonly documents: number | null;
  /** Most bytes; null: no limit */
  readonly bytes: number | null;
  /** Most chunks; null: no limit */
  readonly chunks: number | null;
  /** Most pages; null: no limit */
  readonly pages: number | null;
};

export type Storage = {
  /** Documents that exist */
  readonly documents: number;
  /** Bytes of files and characters of their texts */
  readonly bytes: number;
  /** Chunks that searches see */
  readonly chunks: number;
  /** Pages that OCR has read */
  readonly pages: number;
  /** Quota of the organization, or with `X-Tenant-Id` of the tenant */
  readonly quota: StorageQuota;
  /** Quota of each namespace */
  readonly namespaceQuota: StorageQuota;
  readonly namespaces: readonly {
    /** Its name */
    readonly namespaceId: string;
    /** Documents that exist */
    readonly documents: number;
    /** Bytes of files and characters of their texts */
    readonly bytes: number;
    /** Chunks that searches see */
    readonly chunks: number;
    /** Pages that OCR has read */
    readonly pages: number;
  }[];
};

export type Connection = {
  readonly id: string;
  readonly name: string;
  readonly connector: Connector;
  readonly status: 'PENDING' | 'ACTIVE' | 'FAILED' | 'REVOKED';
  /** Reason for FAILED, and the remedy */
  readonly statusReason: string | null;
  readonly config: {
    readonly authType: 'OAUTH2' | 'SETTINGS';
    /** Null until the connection is authorized and after it is revoked; the tokens are never shown */
    readonly credentials: {
      readonly accessToken: string;
      readonly refreshToken: string | null;
      /** Milliseconds since 1970; null: it does not expire */
      readonly accessTokenExpiresAt: number | null;
      /** Milliseconds since 1970; null: it does not expire */
      readonly refreshTokenExpiresAt: number | null;
    } | null;
  };
  /** Settings in place of a consent, without their secret; null where users consent */
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly externalId: string | null;
  readonly clientRedirectUrl: string | null;
  /** The vendor's ids of what the user chose; null: everything that the account shows */
  readonly selection: readonly string[] | null;
  /** Of Confluence: the site that is read; null until it is chosen or found */
  readonly site: {
    readonly id: string;
    readonly name: string | null;
  } | null;
  readonly tenantId: string | null;
  readonly namespace: {
    readonly identifier: string;
  };
  readonly organization: {
    readonly id: string;
  };
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** In full when the webhook is created and when its key is rotated, masked otherwise */
  readonly signingKey: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  /** Set when the service disabled the webhook because its receiver is gone */
  readonly disabledReason: string | null;
  /** Events that it receives; empty: all events */
  readonly events: readonly ('DOCUMENTS_QUEUED_FOR_INGESTION' | 'DOCUMENTS_QUEUED_FOR_UPDATE' | 'DOCUMENTS_QUEUED_FOR_RESYNC' | 'DOCUMENTS_QUEUED_FOR_DELETION' | 'DOCUMENTS_PROCESSING' | 'DOCUMENTS_ERROR' | 'DOCUMENTS_READY' | 'DOCUMENTS_DELETED' | 'DOCUMENTS_METADATA_UPDATE_QUEUED' | 'DOCUMENTS_METADATA_UPDATE_PROCESSING' | 'DOCUMENTS_METADATA_UPDATE_COMPLETED' | 'DOCUMENTS_METADATA_UPDATE_ERROR' | 'INGEST_JOB_RUN_QUEUED' | 'INGEST_JOB_RUN_PRE_PROCESSING' | 'INGEST_JOB_RUN_PROCESSING' | 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' | 'INGEST_JOB_RUN_COMPLETED' | 'WEBHOOK_TEST')[];
  /** Namespaces whose events it receives; empty: all */
  readonly namespaceIds: readonly string[];
  readonly retryPolicy: 'DEFAULT' | 'STANDARD';
  /** The tenant whose events it receives; null: all */
  readonly tenantId: string | null;
  /** The first failure since the receiver last took something; null: the last attempt succeeded */
  readonly failingSince: string | null;
  /** Until when the key before signs too; null when none does */
  readonly previousKeyEndsAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WebhookDelivery = {
  /** The payload's `requestId`, and `webhook-id` */
  readonly id: string;
  readonly event: 'DOCUMENTS_QUEUED_FOR_INGESTION' | 'DOCUMENTS_QUEUED_FOR_UPDATE' | 'DOCUMENTS_QUEUED_FOR_RESYNC' | 'DOCUMENTS_QUEUED_FOR_DELETION' | 'DOCUMENTS_PROCESSING' | 'DOCUMENTS_ERROR' | 'DOCUMENTS_READY' | 'DOCUMENTS_DELETED' | 'DOCUMENTS_METADATA_UPDATE_QUEUED' | 'DOCUMENTS_METADATA_UPDATE_PROCESSING' | 'DOCUMENTS_METADATA_UPDATE_COMPLETED' | 'DOCUMENTS_METADATA_UPDATE_ERROR' | 'INGEST_JOB_RUN_QUEUED' | 'INGEST_JOB_RUN_PRE_PROCESSING' | 'INGEST_JOB_RUN_PROCESSING' | 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' | 'INGEST_JOB_RUN_COMPLETED' | 'WEBHOOK_TEST';
  readonly status: 'PENDING' | 'RETRYING' | 'QUEUED' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly attemptCount: number;
  /** null when it is not waiting to be sent */
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastAttempt: WebhookAttempt | null;
};

export type WebhookAttempt = {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  /** null when there was no answer */
  readonly statusCode: number | null;
  /** null when it succeeded */
  readonly error: string | null;
  /** The beginning of the receiver's answer */
  readonly responseExcerpt: string | null;
};

export type WebhookDeliveryDetail = {
  /** The payload's `requestId`, and `webhook-id` */
  readonly id: string;
  readonly event: 'DOCUMENTS_QUEUED_FOR_INGESTION' | 'DOCUMENTS_QUEUED_FOR_UPDATE' | 'DOCUMENTS_QUEUED_FOR_RESYNC' | 'DOCUMENTS_QUEUED_FOR_DELETION' | 'DOCUMENTS_PROCESSING' | 'DOCUMENTS_ERROR' | 'DOCUMENTS_READY' | 'DOCUMENTS_DELETED' | 'DOCUMENTS_METADATA_UPDATE_QUEUED' | 'DOCUMENTS_METADATA_UPDATE_PROCESSING' | 'DOCUMENTS_METADATA_UPDATE_COMPLETED' | 'DOCUMENTS_METADATA_UPDATE_ERROR' | 'INGEST_JOB_RUN_QUEUED' | 'INGEST_JOB_RUN_PRE_PROCESSING' | 'INGEST_JOB_RUN_PROCESSING' | 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' | 'INGEST_JOB_RUN_COMPLETED' | 'WEBHOOK_TEST';
  readonly status: 'PENDING' | 'RETRYING' | 'QUEUED' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly attemptCount: number;
  /** null when it is not waiting to be sent */
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  /** The payload's `data` */
  readonly data: Readonly<Record<string, unknown>>;
  readonly attempts: readonly WebhookAttempt[];
};

/** Facts about each connector: its name for users, and how what it reads is chosen. */
export const connectorFacts = {
  "BOX": {
    "label": "Box",
    "segment": "box",
    "config": "boxConfig",
    "choosing": "PICKER",
    "ids": "files and folders",
    "forms": "file:<id> and folder:<id> say which of the two it is.",
    "named": null
  },
  "CONFLUENCE": {
    "label": "Confluence",
    "segment": "confluence",
    "config": "confluenceConfig",
    "choosing": "IDS",
    "ids": "pages, blog posts and spaces",
    "forms": "blog:<id> is a blog post, and space:<KEY> a whole space.",
    "named": "Spaces"
  },
  "DROPBOX": {
    "label": "Dropbox",
    "segment": "dropbox",
    "config": "dropboxConfig",
    "choosing": "PICKER",
    "ids": "files and folders",
    "forms": null,
    "named": null
  },
  "GITHUB": {
    "label": "GitHub",
    "segment": "github",
    "config": null,
    "choosing": "CONSENT",
    "ids": "repositories",
    "forms": "owner/name, or the number of a repository, which lasts through renames.",
    "named": "Repositories"
  },
  "GOOGLE_DRIVE": {
    "label": "Google Drive",
    "segment": "google-drive",
    "config": "googleDriveConfig",
    "choosing": "PICKER",
    "ids": "files, folders and shared drives",
    "forms": null,
    "named": null
  },
  "ONEDRIVE": {
    "label": "OneDrive",
    "segment": "onedrive",
    "config": "onedriveConfig",
    "choosing": "PICKER",
    "ids": "files and folders",
    "forms": "An id is driveId:itemId.",
    "named": null
  },
  "SHAREPOINT": {
    "label": "SharePoint",
    "segment": "sharepoint",
    "config": "sharepointConfig",
    "choosing": "PICKER",
    "ids": "files, folders, libraries, sites, pages and lists",
    "forms": "An id is driveId:itemId, that of a library or that of a site (host,id,id); pages:<site> and lists:<site> are the pages and the lists of a site.",
    "named": "Sites"
  },
  "NOTION": {
    "label": "Notion",
    "segment": "notion",
    "config": "notionConfig",
    "choosing": "CONSENT",
    "ids": "pages, databases and data sources",
    "forms": null,
    "named": null
  },
  "S3": {
    "label": "S3 bucket",
    "segment": "s3",
    "config": null,
    "choosing": "CONSENT",
    "ids": "objects, by their keys, and prefixes that end with a slash",
    "forms": null,
    "named": null
  }
} as const;

/** The operation that reads from each connector, by the name of its method. */
export const connectorOperations = {
  box: 'POST /v1/ingest/box',
  confluence: 'POST /v1/ingest/confluence',
  dropbox: 'POST /v1/ingest/dropbox',
  github: 'POST /v1/ingest/github',
  googleDrive: 'POST /v1/ingest/google-drive',
  onedrive: 'POST /v1/ingest/onedrive',
  sharepoint: 'POST /v1/ingest/sharepoint',
  notion: 'POST /v1/ingest/notion',
  s3: 'POST /v1/ingest/s3',
} as const;

/** Fields by which documents are filtered by their source; a moment is a date, or a time with its offset, in ISO 8601. */
export const sourceFilterFields = [
  { name: 'urlPrefix', label: 'Address begins with', description: 'Beginning of the address at the source', isMoment: false },
  { name: 'modifiedAfter', label: 'Changed since', description: 'Changed at the source at this moment or later', isMoment: true },
  { name: 'modifiedBefore', label: 'Changed before', description: 'Changed at the source before this moment', isMoment: true },
  { name: 'createdAfter', label: 'Added since', description: 'Accepted by docfleet at this moment or later, whatever its source says', isMoment: true },
  { name: 'createdBefore', label: 'Added before', description: 'Accepted by docfleet before this moment, whatever its source says', isMoment: true },
] as const;

export interface Operations {
  /** Create a namespace */
  'POST /v1/namespaces': {
    readonly input: {
      readonly validate?: boolean;
      /** Unique in your organization, and the identifier of the namespace; it cannot be changed */
      readonly name: string;
      readonly fileStorageConfig?: FileStorageConfig;
      readonly vectorStorageConfig?: VectorStorageConfig;
      readonly embeddingModelConfig?: EmbeddingModelConfig;
      readonly rerankConfig?: RerankConfig;
      readonly chatModelConfig?: ChatModelConfig;
      readonly contextModelConfig?: ContextModelConfig;
      readonly chunkConfig?: NamespaceChunkConfig;
      readonly spendingLimitConfig?: SpendingLimitConfig;
      readonly webScraperConfig?: WebScraperConfig;
      readonly boxConfig?: BoxClient;
      readonly confluenceConfig?: OAuthClient;
      readonly dropboxConfig?: OAuthClient;
      readonly googleDriveConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        /** For the Google Picker, in which users choose files */
        readonly apiKey: string;
      };
      readonly onedriveConfig?: MicrosoftClient;
      readonly sharepointConfig?: MicrosoftClient;
      readonly notionConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly authorizationUrl?: string;
      };
    };
    readonly output: {
      readonly namespace: Namespace;
    };
  };
  /** List the namespaces */
  'GET /v1/namespaces': {
    readonly input: object;
    readonly output: {
      readonly namespaces: readonly Namespace[];
    };
  };
  /** Try out the configurations of a namespace */
  'POST /v1/namespaces/check': {
    readonly input: {
      readonly fileStorageConfig?: FileStorageConfig;
      readonly vectorStorageConfig?: VectorStorageConfig;
      readonly embeddingModelConfig?: EmbeddingModelConfig;
      readonly rerankConfig?: RerankConfig;
      readonly chatModelConfig?: ChatModelConfig;
      readonly contextModelConfig?: ContextModelConfig;
      readonly chunkConfig?: NamespaceChunkConfig;
      readonly spendingLimitConfig?: SpendingLimitConfig;
      readonly webScraperConfig?: WebScraperConfig;
      readonly boxConfig?: BoxClient;
      readonly confluenceConfig?: OAuthClient;
      readonly dropboxConfig?: OAuthClient;
      readonly googleDriveConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        /** For the Google Picker, in which users choose files */
        readonly apiKey: string;
      };
      readonly onedriveConfig?: MicrosoftClient;
      readonly sharepointConfig?: MicrosoftClient;
      readonly notionConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly authorizationUrl?: string;
      };
      /** Tries these alone; unset: all */
      readonly only?: readonly ('fileStorageConfig' | 'vectorStorageConfig' | 'embeddingModelConfig' | 'rerankConfig' | 'chatModelConfig' | 'contextModelConfig' | 'webScraperConfig' | 'chunkConfig' | 'spendingLimitConfig')[];
    };
    readonly output: {
      /** Empty: all is well */
      readonly issues: readonly {
        /** The field to correct */
        readonly path: string;
        readonly message: string;
      }[];
    };
  };
  /** Get a namespace */
  'GET /v1/namespaces/{namespaceId}': {
    readonly input: {
      readonly namespaceId: string;
    };
    readonly output: {
      readonly namespace: Namespace;
      /** A change of model or vector store that is under way; null when there is none */
      readonly move: NamespaceMove;
    };
  };
  /** Change the configurations of a namespace */
  'PATCH /v1/namespaces/{namespaceId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly validate?: boolean;
      readonly reembed?: boolean;
      readonly fileStorageConfig?: FileStorageConfig;
      readonly vectorStorageConfig?: VectorStorageConfig;
      readonly embeddingModelConfig?: EmbeddingModelConfig;
      readonly rerankConfig?: RerankConfig | null;
      readonly chatModelConfig?: ChatModelConfig | null;
      readonly contextModelConfig?: ContextModelConfig | null;
      readonly chunkConfig?: NamespaceChunkConfig | null;
      readonly spendingLimitConfig?: SpendingLimitConfig | null;
      readonly webScraperConfig?: WebScraperConfig | null;
      readonly boxConfig?: BoxClient | null;
      readonly confluenceConfig?: OAuthClient | null;
      readonly dropboxConfig?: OAuthClient | null;
      readonly googleDriveConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        /** For the Google Picker, in which users choose files */
        readonly apiKey: string;
      } | null;
      readonly onedriveConfig?: MicrosoftClient | null;
      readonly sharepointConfig?: MicrosoftClient | null;
      readonly notionConfig?: {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly authorizationUrl?: string;
      } | null;
    };
    readonly output: {
      readonly namespace: Namespace;
      /** The run that embeds the documents again, or moves their vectors, if any does */
      readonly ingestJobRunId?: string;
    };
  };
  /** Delete a namespace with all that is in it */
  'DELETE /v1/namespaces/{namespaceId}': {
    readonly input: {
      readonly namespaceId: string;
    };
    readonly output: {
      readonly identifier: string;
    };
  };
  /** See how a namespace is doing: what waits, what failed, what was done */
  'GET /v1/namespaces/{namespaceId}/overview': {
    readonly input: {
      readonly namespaceId: string;
      readonly hours?: number;
    };
    readonly output: {
      readonly documents: readonly {
        readonly status: DocumentStatus;
        readonly count: number;
      }[];
      /** Stages of unfinished documents; of the newest 10000 of each status */
      readonly waiting: readonly ({
        readonly stage: 'FETCH_PAGE' | 'FETCH_ITEM' | 'PARSE' | 'EMBED';
        readonly status: DocumentStatus;
        readonly count: number;
      })[];
      /** Causes of failures, the most frequent first; of the newest 10000 */
      readonly errors: readonly ({
        readonly code: string;
        readonly count: number;
        /** Remedy, where one is known */
        readonly advice: string | null;
        /** The newest of them */
        readonly documentId: string;
      })[];
      /** Every hour, the oldest first; the last is under way */
      readonly throughput: readonly {
        /** Start of the hour */
        readonly hour: string;
        /** Documents that ended with success, also unchanged ones */
        readonly succeeded: number;
        /** Documents that ended without */
        readonly failed: number;
        /** Of contents that searches see since; those whose vectors were there already count too */
        readonly chunks: number;
        /** Of the same contents */
        readonly tokens: number;
      }[];
      /** A change of model or vector store that is under way; null when there is none */
      readonly move: NamespaceMove;
    };
  };
  /** See how vendors report the changes of a namespace’s connections */
  'GET /v1/namespaces/{namespaceId}/notifications': {
    readonly input: {
      readonly namespaceId: string;
    };
    readonly output: {
      /** `true`: the operator has set a public address for notifications */
      readonly isEnabled: boolean;
      readonly connectors: readonly ConnectorNotifications[];
    };
  };
  /** List the providers that namespaces can use, with the fields of their configurations */
  'GET /v1/providers': {
    readonly input: object;
    readonly output: {
      readonly configurations: readonly ConfigForm[];
      readonly connections: readonly ConnectionForm[];
      /** Chat model of namespaces without a chatModelConfig */
      readonly defaultChatModel: {
        readonly provider: string;
        readonly model: string;
      } | null;
    };
  };
  /** Ingest a text */
  'POST /v1/ingest/text': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'TEXT';
        readonly config: {
          /** Name of the document */
          readonly name?: string;
          readonly text: string;
          /** Your own id: ingesting under the same one again updates the document. Unset: a hash of tenant, name and content */
          readonly externalId?: string;
          /** Without it a document that is ingested again keeps its own; {} removes them */
          readonly metadata?: Metadata;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** A text does not change by itself */
      readonly syncFrequency?: 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest a file */
  'POST /v1/ingest/file': {
    readonly form: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** A file always: it may be left out, be empty or the word undefined */
      readonly source?: 'FILE' | 'LOCAL_FILE' | 'undefined' | '';
      /** JSON: { name?, externalId? } */
      readonly config?: string;
      /** JSON: your own fields of the document. Without it a document that is ingested again keeps its own; {} removes them */
      readonly metadata?: string;
      /** JSON: { chunkSize, chunkOverlap } */
      readonly chunkConfig?: string;
      /** JSON: { strategy: BASIC_PARSER or STANDARD_OCR, languages?: ["eng", …] } */
      readonly ocrConfig?: string;
      /** MAIN (default) or WHOLE: MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
      readonly htmlContent?: 'MAIN' | 'WHOLE' | 'undefined' | '';
      readonly file: string;
    };
    readonly output: IngestAccepted;
  };
  /** Ingest a list of web pages */
  'POST /v1/ingest/urls': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'URLS_LIST';
        readonly config: {
          readonly urls: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the source is read again: new, changed and vanished pages are followed */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: UrlsAccepted;
  };
  /** Ingest videos, playlists and channels */
  'POST /v1/ingest/youtube': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'YOUTUBE';
        readonly config: {
          /** Videos, playlists or channels */
          readonly urls: readonly string[];
          readonly metadata?: Metadata;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the source is read again: new, changed and vanished pages are followed */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest the pages of a sitemap */
  'POST /v1/ingest/sitemap': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'SITEMAP';
        readonly config: {
          readonly url: string;
          /** Keeps only URLs whose path or query contains one of the texts, compared as people read them: `/über/`. `*` stands for any text; a text that begins with http is a beginning of the whole URL */
          readonly includePaths?: readonly string[];
          /** Drops every URL that one of the texts matches in the way of `includePaths` */
          readonly excludePaths?: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
          /** Most pages that are read */
          readonly maxLinks?: number;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the source is read again: new, changed and vanished pages are followed */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest a website */
  'POST /v1/ingest/website': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'WEBSITE';
        readonly config: {
          readonly url: string;
          /** Keeps only URLs whose path or query contains one of the texts, compared as people read them: `/über/`. `*` stands for any text; a text that begins with http is a beginning of the whole URL */
          readonly includePaths?: readonly string[];
          /** Drops every URL that one of the texts matches in the way of `includePaths` */
          readonly excludePaths?: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
          /** Most links between the start and a page */
          readonly maxDepth?: number;
          /** Most pages that are visited */
          readonly maxLinks?: number;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the source is read again: new, changed and vanished pages are followed */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a Box connection shares */
  'POST /v1/ingest/box': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'BOX';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a Confluence connection shares */
  'POST /v1/ingest/confluence': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'CONFLUENCE';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          /** Ids of pages, blog posts and spaces, as the vendor names them; what is below them is read too. blog:<id> is a blog post, and space:<KEY> a whole space. */
          readonly externalIds: readonly string[];
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a Dropbox connection shares */
  'POST /v1/ingest/dropbox': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'DROPBOX';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a GitHub connection shares */
  'POST /v1/ingest/github': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'GITHUB';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a Google Drive connection shares */
  'POST /v1/ingest/google-drive': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'GOOGLE_DRIVE';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a OneDrive connection shares */
  'POST /v1/ingest/onedrive': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'ONEDRIVE';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a SharePoint connection shares */
  'POST /v1/ingest/sharepoint': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'SHAREPOINT';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what a Notion connection shares */
  'POST /v1/ingest/notion': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'NOTION';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Ingest what an S3 bucket connection shares */
  'POST /v1/ingest/s3': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'S3';
        readonly config: {
          /** An ACTIVE connection of the namespace */
          readonly connectionId: string;
          readonly externalIds?: readonly string[] | null;
          readonly metadata?: Metadata;
          readonly ocrConfig?: {
            readonly strategy: 'BASIC_PARSER' | 'STANDARD_OCR';
            /** Languages of the pages, the most frequent first; by default the language of each page is detected */
            readonly languages?: readonly string[];
          };
          /** MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
          readonly htmlContent?: 'MAIN' | 'WHOLE';
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
      /** Schedule by which the connection is read again: new, changed and vanished items are followed. Unset: as it was, and NEVER at first */
      readonly syncFrequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
    };
    readonly output: IngestAccepted;
  };
  /** Convert a file to Markdown */
  'POST /v1/convert/file': {
    readonly form: {
      /** JSON: { strategy: BASIC_PARSER or STANDARD_OCR, languages?: ["eng", …] } */
      readonly ocrConfig?: string;
      /** MAIN (default) or WHOLE: MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
      readonly htmlContent?: 'MAIN' | 'WHOLE' | 'undefined' | '';
      readonly file: string;
    };
    readonly output: {
      readonly documents: readonly {
        readonly filename: string;
        readonly markdown: string;
        /** Parts of the file that its text lacks, at most 50 entries: beyond that, equal kinds are counted without their places. Empty where everything was read */
        readonly notRead: readonly NotRead[];
      }[];
    };
  };
  /** List the ingest job runs of a namespace, the newest first */
  'POST /v1/ingest-job-runs': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** Any of QUEUED, PRE_PROCESSING, PROCESSING, NEEDS_CONFIRMATION, COMPLETED, COMPLETED_WITH_ERRORS, FAILED; values that are not known match nothing */
      readonly ingestionJobRunStatuses?: readonly (string | null)[];
      /** Any of TEXT, URLS_LIST, SITEMAP, WEBSITE, YOUTUBE, LOCAL_FILE, REEMBEDDING, BOX, CONFLUENCE, DROPBOX, GITHUB, GOOGLE_DRIVE, ONEDRIVE, SHAREPOINT, NOTION, S3; values that are not known match nothing */
      readonly ingestionSources?: readonly (string | null)[];
      /** Runs that read any of these connections */
      readonly connectionIds?: readonly (string | null)[];
      /** The runs of these ids */
      readonly ingestJobRunIds?: readonly (string | null)[];
      /** true: runs that were cancelled, whose status is COMPLETED as well; false: all others */
      readonly isCancelled?: boolean;
      readonly pagination?: Pagination;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly ingestJobRuns: readonly IngestJobRun[];
    };
  };
  /** Get the status of an ingest job run and of its documents */
  'GET /v1/ingest-job-runs/{ingestJobRunId}': {
    readonly input: {
      readonly ingestJobRunId: string;
      readonly namespaceId: string;
    };
    readonly output: IngestJobRunDocuments;
  };
  /** Follow an ingest job run as server-sent events */
  'GET /v1/ingest-job-runs/{ingestJobRunId}/events': {
    readonly input: {
      readonly ingestJobRunId: string;
      readonly namespaceId: string;
    };
    readonly event: IngestJobRunProgress;
  };
  /** Cancel what a run has not processed yet */
  'POST /v1/ingest-job-runs/{ingestJobRunId}/cancel': {
    readonly input: {
      readonly ingestJobRunId: string;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
    };
    readonly output: {
      readonly ingestJobRun: {
        readonly id: string;
        readonly status: IngestJobRunStatus;
      };
      /** Documents that became CANCELLED by this request */
      readonly itemsCancelled: number;
    };
  };
  /** Confirm what a run is about to delete */
  'POST /v1/ingest-job-runs/{ingestJobRunId}/confirm': {
    readonly input: {
      readonly ingestJobRunId: string;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
    };
    readonly output: {
      readonly ingestJobRun: {
        readonly id: string;
        readonly status: IngestJobRunStatus;
      };
    };
  };
  /** Fetch documents by a filter, with statistics */
  'POST /v1/documents': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly filterConfig: DocumentListFilter;
      readonly includeConfig?: IncludeConfig;
      readonly pagination?: Pagination;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly documents?: readonly Document[];
      readonly stats?: readonly {
        readonly source: IngestionSource;
        readonly totalCount: number;
      }[];
      readonly statsBySource?: readonly {
        readonly source: IngestionSource;
        readonly totalCount: number;
      }[];
      readonly statsByStatus?: readonly {
        readonly status: DocumentStatus;
        readonly totalCount: number;
      }[];
      readonly statsByDocumentType?: readonly {
        readonly documentType: DocumentType;
        readonly totalCount: number;
      }[];
      /** The statistics are computed from a sample of the documents, as counting all that this filter may match takes too long; absent where they are exact */
      readonly statsAreEstimated?: true;
    };
  };
  /** Change the metadata of all documents that match */
  'PATCH /v1/documents': {
    readonly input: {
      readonly all?: boolean;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly filterConfig: DocumentFilter;
      readonly includeConfig?: IncludeConfig;
      readonly pagination?: Pagination;
      readonly data: {
        readonly $metadata: {
          /** Values that are set or replaced */
          readonly $set?: Metadata;
          /** Values that arrays get, unless they have them; a missing array is made */
          readonly $append?: Readonly<Record<string, readonly string[]>>;
          /** Values that arrays lose */
          readonly $remove?: Readonly<Record<string, readonly string[]>>;
          /** Fields that are removed */
          readonly $unset?: readonly string[];
        };
      } | {
        /** Merged in first. Deprecated: use $metadata.$set */
        readonly metadata: Metadata;
      };
    };
    readonly output: {
      readonly itemsUpdated: number;
      /** Documents of the namespace whose vectors do not have their metadata yet; 0 when all stores follow */
      readonly pendingVectorUpdates: number;
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly documents?: readonly Document[];
    };
  };
  /** Delete all documents that match */
  'DELETE /v1/documents': {
    readonly input: {
      readonly all?: boolean;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly filterConfig: DocumentFilter;
      readonly includeConfig?: IncludeConfig;
      readonly pagination?: Pagination;
    };
    readonly output: {
      readonly itemsDeleted: number;
      readonly documents?: readonly {
        readonly id: string;
        readonly status: 'QUEUED_FOR_DELETION';
      }[];
    };
  };
  /** Replace the content of a document */
  'PATCH /v1/documents/{documentId}': {
    readonly input: {
      readonly documentId: string;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly content: string;
    };
    readonly output: {
      readonly document: {
        readonly id: string;
        readonly status: 'QUEUED_FOR_UPDATE';
      };
      /** Ask for its status with GET /v1/ingest-job-runs/{ingestJobRunId} */
      readonly ingestJobRunId: string;
    };
  };
  /** Get a document, with what to do about its error */
  'GET /v1/documents/{documentId}': {
    readonly input: {
      readonly documentId: string;
      readonly namespaceId?: string;
    };
    readonly output: {
      readonly document: DocumentDetails;
    };
  };
  /** Read documents from their source again */
  'POST /v1/documents/resync': {
    readonly input: {
      readonly all?: boolean;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly filterConfig: DocumentFilter;
    };
    readonly output: {
      readonly itemsQueued: number;
      readonly itemsSkipped: number;
      readonly documents: readonly ({
        readonly id: string;
        readonly status: 'QUEUED_FOR_RESYNC' | 'NOT_ELIGIBLE_FOR_RESYNC';
        readonly error: string | null;
      })[];
    };
  };
  /** Read documents from their source again and again */
  'POST /v1/documents/schedule': {
    readonly input: {
      readonly all?: boolean;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly filterConfig: DocumentFilter;
      readonly includeConfig?: IncludeConfig;
      readonly pagination?: Pagination;
      readonly data: {
        readonly syncFrequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
      };
    };
    readonly output: {
      readonly itemsScheduled: number;
      readonly itemsSkipped: number;
      readonly documents?: readonly ({
        readonly id: string;
        readonly status: 'SYNC_SCHEDULED' | 'NOT_ELIGIBLE_FOR_SYNC_SCHEDULE';
        readonly syncFrequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER' | null;
        readonly error: string | null;
      })[];
    };
  };
  /** Read what happened to a document */
  'GET /v1/documents/{documentId}/timeline': {
    readonly input: {
      readonly documentId: string;
      readonly namespaceId?: string;
    };
    readonly output: {
      readonly entries: readonly TimelineEntry[];
    };
  };
  /** List the chunks that searches see of a document */
  'GET /v1/documents/{documentId}/chunks': {
    readonly input: {
      readonly documentId: string;
      readonly pageSize?: number;
      readonly cursor?: string;
      readonly namespaceId?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly chunks: readonly Chunk[];
      /** Of the content that searches see; null while there is none */
      readonly revision: number | null;
    };
  };
  /** Read what is stored of a document */
  'GET /v1/documents/{documentId}/content': {
    readonly input: {
      readonly documentId: string;
      readonly namespaceId?: string;
      readonly format?: 'text' | 'markdown' | 'raw';
    };
    readonly output: Response;
  };
  /** Download a file by its link */
  'GET /v1/file-links/{token}': {
    readonly input: {
      readonly token: string;
    };
    readonly output: Response;
  };
  /** Search by meaning */
  'POST /v1/search': {
    readonly input: {
      /** "Quoted phrases" have to be in a result, -excluded words must not: see `operators` */
      readonly query: string;
      /** A namespace, or up to ten that are searched together */
      readonly namespaceId: string | readonly string[];
      readonly topK?: number;
      /** `nextCursor` of the page before; all else as in the request for it */
      readonly cursor?: string | null;
      readonly scoreThreshold?: number;
      readonly filter?: {
        readonly metadata?: MetadataFilter;
        readonly source?: SourceFilter;
      };
      /** The most results of one document */
      readonly maxPerDocument?: number;
      /** One result for each document: its best chunk */
      readonly groupBy?: 'document';
      /** collapse: a passage is left out that has the same text as a better result, but for white space, or lies within one. `notices` says how many were */
      readonly duplicates?: 'collapse' | 'keep';
      /** merge: up to three passages that follow each other in one section of a document, at most ten ranks apart, are one result, in the place and with the score of the best; `chunks` has its parts. keep: each is a result, as a longer text is no better found, and a model reads more of it */
      readonly neighbors?: 'keep' | 'merge';
      /** `true`: "quoted phrases" and -excluded words are operators; `false`: the query is searched for as it is written. A question or a query with options of commands (`grep -v`) excludes nothing, and `notices` names each exclusion */
      readonly operators?: boolean;
      /** Text around each result: chunks before and after, or its section */
      readonly expand?: 'section' | {
        readonly before?: number;
        readonly after?: number;
      };
      /** `true`: each result has the positions of the query's words, and a snippet */
      readonly highlights?: boolean;
      /** Fields of the metadata whose values are counted among the documents of the best 1,000 matches; of a list its first 100. Each value is as a filter takes it: the text "2025" and the number 2025 are two */
      readonly facets?: readonly string[];
      /** Brings newer documents forward */
      readonly recency?: {
        /** The share of the score that newness makes */
        readonly weight: number;
        /** Days after which newness counts half */
        readonly halfLifeDays?: number;
        /** A field of the metadata with a date; when the document was accepted unless given */
        readonly field?: string;
      };
      /** Number of best matches that the namespace's reranker puts into a better order */
      readonly rerank?: {
        readonly topN?: number;
      };
      /** `true`: each result has an explanation of its score, and the response the time of each step */
      readonly explain?: boolean;
      /** Compares meaning alone. Without it words count as well where the namespace's model is LOCAL */
      readonly searchType?: 'SEMANTIC';
    };
    readonly output: {
      readonly results: readonly SearchResult[];
      /** Cursor of the next page; null on the last page */
      readonly nextCursor: string | null;
      /** With `facets`: documents by value, the commonest first */
      readonly facets?: Readonly<Record<string, readonly ({
        readonly value: string | number | boolean;
        readonly count: number;
      })[]>>;
      /** Sentences on what limits the results and on what was left out: a part that was not searched, keywords of an older version, a query in a language that the model does not read, duplicates, exclusions. Absent when there is none */
      readonly notices?: readonly string[];
      /** With `rerank`: how it went, for each namespace */
      readonly rerank?: readonly RerankOutcome[];
      /** With `explain`: how much meaning and words counted */
      readonly weights?: {
        readonly semanticWeight: number;
        readonly keywordWeight: number;
      };
      readonly timings?: SearchTimings;
    };
  };
  /** Search by meaning and by keywords */
  'POST /v1/search/hybrid': {
    readonly input: {
      /** "Quoted phrases" have to be in a result, -excluded words must not: see `operators` */
      readonly query: string;
      /** A namespace, or up to ten that are searched together */
      readonly namespaceId: string | readonly string[];
      readonly topK?: number;
      /** `nextCursor` of the page before; all else as in the request for it */
      readonly cursor?: string | null;
      readonly scoreThreshold?: number;
      readonly filter?: {
        readonly metadata?: MetadataFilter;
        readonly source?: SourceFilter;
      };
      /** The most results of one document */
      readonly maxPerDocument?: number;
      /** One result for each document: its best chunk */
      readonly groupBy?: 'document';
      /** collapse: a passage is left out that has the same text as a better result, but for white space, or lies within one. `notices` says how many were */
      readonly duplicates?: 'collapse' | 'keep';
      /** merge: up to three passages that follow each other in one section of a document, at most ten ranks apart, are one result, in the place and with the score of the best; `chunks` has its parts. keep: each is a result, as a longer text is no better found, and a model reads more of it */
      readonly neighbors?: 'keep' | 'merge';
      /** `true`: "quoted phrases" and -excluded words are operators; `false`: the query is searched for as it is written. A question or a query with options of commands (`grep -v`) excludes nothing, and `notices` names each exclusion */
      readonly operators?: boolean;
      /** Text around each result: chunks before and after, or its section */
      readonly expand?: 'section' | {
        readonly before?: number;
        readonly after?: number;
      };
      /** `true`: each result has the positions of the query's words, and a snippet */
      readonly highlights?: boolean;
      /** Fields of the metadata whose values are counted among the documents of the best 1,000 matches; of a list its first 100. Each value is as a filter takes it: the text "2025" and the number 2025 are two */
      readonly facets?: readonly string[];
      /** Brings newer documents forward */
      readonly recency?: {
        /** The share of the score that newness makes */
        readonly weight: number;
        /** Days after which newness counts half */
        readonly halfLifeDays?: number;
        /** A field of the metadata with a date; when the document was accepted unless given */
        readonly field?: string;
      };
      /** Number of best matches that the namespace's reranker puts into a better order */
      readonly rerank?: {
        readonly topN?: number;
      };
      /** `true`: each result has an explanation of its score, and the response the time of each step */
      readonly explain?: boolean;
      /** 0.3 semantic and 0.7 keyword suit error messages and API docs; 0.8 and 0.2 natural language; 0.5 and 0.5 a mixture */
      readonly hybridConfig: {
        readonly semanticWeight: number;
        readonly keywordWeight: number;
      };
      readonly searchType?: 'HYBRID';
    };
    readonly output: {
      readonly results: readonly SearchResult[];
      /** Cursor of the next page; null on the last page */
      readonly nextCursor: string | null;
      /** With `facets`: documents by value, the commonest first */
      readonly facets?: Readonly<Record<string, readonly ({
        readonly value: string | number | boolean;
        readonly count: number;
      })[]>>;
      /** Sentences on what limits the results and on what was left out: a part that was not searched, keywords of an older version, a query in a language that the model does not read, duplicates, exclusions. Absent when there is none */
      readonly notices?: readonly string[];
      /** With `rerank`: how it went, for each namespace */
      readonly rerank?: readonly RerankOutcome[];
      /** With `explain`: how much meaning and words counted */
      readonly weights?: {
        readonly semanticWeight: number;
        readonly keywordWeight: number;
      };
      readonly timings?: SearchTimings;
    };
  };
  /** Estimate what an ingestion would come to */
  'POST /v1/ingest/estimate': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      readonly ingestConfig: {
        readonly source: 'TEXT';
        readonly config: {
          /** Name of the document */
          readonly name?: string;
          readonly text: string;
          /** Your own id: ingesting under the same one again updates the document. Unset: a hash of tenant, name and content */
          readonly externalId?: string;
          /** Without it a document that is ingested again keeps its own; {} removes them */
          readonly metadata?: Metadata;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      } | {
        readonly source: 'URLS_LIST';
        readonly config: {
          readonly urls: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      } | {
        readonly source: 'SITEMAP';
        readonly config: {
          readonly url: string;
          /** Keeps only URLs whose path or query contains one of the texts, compared as people read them: `/über/`. `*` stands for any text; a text that begins with http is a beginning of the whole URL */
          readonly includePaths?: readonly string[];
          /** Drops every URL that one of the texts matches in the way of `includePaths` */
          readonly excludePaths?: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
          /** Most pages that are read */
          readonly maxLinks?: number;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      } | {
        readonly source: 'WEBSITE';
        readonly config: {
          readonly url: string;
          /** Keeps only URLs whose path or query contains one of the texts, compared as people read them: `/über/`. `*` stands for any text; a text that begins with http is a beginning of the whole URL */
          readonly includePaths?: readonly string[];
          /** Drops every URL that one of the texts matches in the way of `includePaths` */
          readonly excludePaths?: readonly string[];
          readonly scrapeOptions?: ScrapeOptions;
          readonly metadata?: Metadata;
          /** Most links between the start and a page */
          readonly maxDepth?: number;
          /** Most pages that are visited */
          readonly maxLinks?: number;
        };
        /** The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2 */
        readonly chunkConfig?: ChunkConfig;
      };
    };
    readonly output: {
      readonly estimate: Estimate;
    };
  };
  /** Estimate what the ingestion of a file would come to */
  'POST /v1/ingest/estimate/file': {
    readonly form: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** A file always: it may be left out, be empty or the word undefined */
      readonly source?: 'FILE' | 'LOCAL_FILE' | 'undefined' | '';
      /** JSON: { name?, externalId? } */
      readonly config?: string;
      /** JSON: your own fields of the document. Without it a document that is ingested again keeps its own; {} removes them */
      readonly metadata?: string;
      /** JSON: { chunkSize, chunkOverlap } */
      readonly chunkConfig?: string;
      /** JSON: { strategy: BASIC_PARSER or STANDARD_OCR, languages?: ["eng", …] } */
      readonly ocrConfig?: string;
      /** MAIN (default) or WHOLE: MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation */
      readonly htmlContent?: 'MAIN' | 'WHOLE' | 'undefined' | '';
      readonly file: string;
    };
    readonly output: {
      readonly estimate: Estimate;
    };
  };
  /** Answer a question from the documents */
  'POST /v1/answer': {
    readonly input: {
      /** A namespace, or up to ten that are searched together */
      readonly namespaceId: string | readonly string[];
      /** In any language; the answer is in the same */
      readonly question: string;
      /** The conversation before the question, the oldest first; the question is then searched for as it is meant in it */
      readonly messages?: readonly ({
        readonly role: 'user' | 'assistant';
        readonly content: string;
      })[];
      /** Maximum number of chunks that the model reads, as far as they fit */
      readonly topK?: number;
      readonly filter?: {
        readonly metadata?: MetadataFilter;
        readonly source?: SourceFilter;
      };
      /** Brings newer documents forward */
      readonly recency?: {
        /** The share of the score that newness makes */
        readonly weight: number;
        /** Days after which newness counts half */
        readonly halfLifeDays?: number;
        /** A field of the metadata with a date; when the document was accepted unless given */
        readonly field?: string;
      };
      /** The weights of its search. Those that suit the namespace's model unless given; 0.7 and 0.3 where it declares none */
      readonly hybridConfig?: {
        readonly semanticWeight: number;
        readonly keywordWeight: number;
      };
      /** Minimum relevance of the best chunk to the question, by words and meaning; with less the answer is NOT_FOUND and the model is not asked. 0.5 unless given */
      readonly minRelevance?: number;
      /** Treatment of sentences that cannot be verified: the document's own statement in their place, where one is found, in its language; left out; or shown without citations and marked. With `quote` a sentence is shown as written only where most of its words are the statement's */
      readonly unverified?: 'quote' | 'remove' | 'mark';
      /** CHAT_MODEL: the chat model judges the verified sentences in a second request; a sentence that it does not confirm is left out, also when it fails or takes longer than 30 seconds. A stream then begins when all are judged. The setting ANSWER_JUDGE unless given */
      readonly judge?: 'NONE' | 'CHAT_MODEL';
      /** The most tokens that the model writes */
      readonly maxTokens?: number;
      /** `true`: the answer comes as server-sent events, sentence by sentence */
      readonly stream?: boolean;
    };
    readonly output: {
      /** Markdown, with the numbers of its citations: [1]. Where nothing was found it says so */
      readonly answer: string;
      readonly outcome: AnswerOutcome;
      readonly notFoundReason: 'NO_PASSAGES' | 'NOT_RELEVANT' | 'MODEL' | 'UNVERIFIED' | 'REFUSED' | null;
      /** `true`: the model reached `maxTokens` before its end */
      readonly isCutOff: boolean;
      /** The query of the search: the question as it is meant in its conversation */
      readonly query: string;
      /** Relevance of the best chunk to the question, 0 to 1; see `minRelevance` */
      readonly relevance: number;
      /** Sentences on what went wrong beside the answer: a second judge that failed. Absent when there is none */
      readonly notices?: readonly string[];
      readonly model: string;
      readonly usage: AnswerUsage;
      /** Milliseconds */
      readonly timings: {
        /** To make the question one of its own */
        readonly rewrite: number;
        readonly search: number;
        /** Until the model had written its last word */
        readonly model: number;
      };
      readonly sentences: readonly AnswerSentence[];
      /** Each was verified: the quote stands in the chunk */
      readonly citations: readonly AnswerCitation[];
      /** Sentences of the model that could not be verified, and of which nothing is a part of the answer */
      readonly removed: readonly RemovedSentence[];
    };
    readonly streamed: AnswerEvent;
  };
  /** Create a golden set */
  'POST /v1/namespaces/{namespaceId}/golden-sets': {
    readonly input: {
      readonly namespaceId: string;
      /** Unique in its namespace and tenant */
      readonly name: string;
      readonly description?: string | null;
    };
    readonly output: {
      readonly goldenSet: GoldenSet;
    };
  };
  /** List the golden sets of a namespace, the newest first */
  'GET /v1/namespaces/{namespaceId}/golden-sets': {
    readonly input: {
      readonly namespaceId: string;
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly goldenSets: readonly GoldenSet[];
    };
  };
  /** Get a golden set */
  'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
    };
    readonly output: {
      readonly goldenSet: GoldenSet;
    };
  };
  /** Change the name or the description of a golden set */
  'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      /** Unique in its namespace and tenant */
      readonly name?: string;
      readonly description?: string | null;
    };
    readonly output: {
      readonly goldenSet: GoldenSet;
    };
  };
  /** Delete a golden set with its questions and evaluations */
  'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
    };
    readonly output: {
      readonly id: string;
    };
  };
  /** Write questions into a golden set */
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      readonly questions: readonly ({
        readonly question: string;
        /** Documents and passages that searches should find */
        readonly relevant: readonly {
          /** The document's id */
          readonly documentId?: string;
          /** The document's external id, which survives ingesting it anew */
          readonly externalId?: string;
          /** Address at which the source shows the document to people */
          readonly url?: string;
          /** The document's name */
          readonly name?: string;
          /** Text of the relevant passage; without it every passage of the document is relevant */
          readonly quote?: string;
          /** Grade of relevance, from 1 to 3 */
          readonly grade?: number;
        }[];
        readonly referenceAnswer?: string | null;
        readonly status?: 'ACCEPTED' | 'CANDIDATE';
      })[];
      /** `true`: questions of the set that are not in this request are deleted */
      readonly replace?: boolean;
    };
    readonly output: {
      readonly created: number;
      readonly updated: number;
      readonly deleted: number;
    };
  };
  /** List the questions of a golden set, the oldest first */
  'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      readonly status?: 'ACCEPTED' | 'CANDIDATE';
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly questions: readonly GoldenQuestion[];
    };
  };
  /** Change what is relevant for a question, its reference answer or its status */
  'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      readonly questionId: string;
      readonly relevant?: readonly {
        /** The document's id */
        readonly documentId?: string;
        /** The document's external id, which survives ingesting it anew */
        readonly externalId?: string;
        /** Address at which the source shows the document to people */
        readonly url?: string;
        /** The document's name */
        readonly name?: string;
        /** Text of the relevant passage; without it every passage of the document is relevant */
        readonly quote?: string;
        /** Grade of relevance, from 1 to 3 */
        readonly grade?: number;
      }[];
      readonly referenceAnswer?: string | null;
      /** ACCEPTED: a candidate is evaluated from now on */
      readonly status?: 'ACCEPTED' | 'CANDIDATE';
    };
    readonly output: {
      readonly question: GoldenQuestion;
    };
  };
  /** Delete a question of a golden set */
  'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      readonly questionId: string;
    };
    readonly output: {
      readonly id: string;
    };
  };
  /** Write the questions of a file into a golden set */
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/import': {
    readonly form: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      /** `true`: questions of the set that are not in the file are deleted */
      readonly replace?: string;
      readonly file: string;
    };
    readonly output: {
      readonly created: number;
      readonly updated: number;
      readonly deleted: number;
    };
  };
  /** Generate candidate questions from the documents */
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/candidates': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId: string;
      /** Passages that questions are written about */
      readonly count?: number;
    };
    readonly output: {
      /** Candidates that were added */
      readonly created: number;
      /** Passages for which the model wrote no question with a quote that occurs, or one that the set has */
      readonly rejected: number;
      /** `true`: the time limit or a failure of the model came before all passages were read */
      readonly isCutOff: boolean;
    };
  };
  /** Evaluate the searches of a namespace with a golden set */
  'POST /v1/namespaces/{namespaceId}/evaluations': {
    readonly input: {
      readonly namespaceId: string;
      /** A golden set of this namespace or of another of the organization */
      readonly goldenSetId: string;
      readonly config?: {
        /** Results per question: the k of recall and hits */
        readonly topK?: number;
        /** The weights of a hybrid search. Without it those of a `POST /v1/search` that names none, which are stored here when the evaluation begins; absent then where that is by meaning alone */
        readonly hybridConfig?: {
          readonly semanticWeight: number;
          readonly keywordWeight: number;
        };
        readonly scoreThreshold?: number;
        /** The most results of one document */
        readonly maxPerDocument?: number;
        /** Number of best matches that the namespace's reranker puts into a better order */
        readonly rerank?: {
          readonly topN?: number;
        };
        /** Has the chat model answer each question from what the evaluation finds, and measures how much of it is verified */
        readonly answers?: {
          /** Maximum number of chunks that the model reads */
          readonly topK?: number;
          /** As in answers */
          readonly minRelevance?: number;
        };
      };
      /** Seed of the bootstrap; random unless given */
      readonly seed?: number;
    };
    readonly output: {
      readonly evaluation: Evaluation;
    };
  };
  /** List the evaluations of a namespace, the newest first */
  'GET /v1/namespaces/{namespaceId}/evaluations': {
    readonly input: {
      readonly namespaceId: string;
      readonly goldenSetId?: string;
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly evaluations: readonly Evaluation[];
    };
  };
  /** Get an evaluation with its progress */
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}': {
    readonly input: {
      readonly namespaceId: string;
      readonly evaluationId: string;
    };
    readonly output: {
      readonly evaluation: Evaluation;
    };
  };
  /** Cancel an evaluation */
  'POST /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/cancel': {
    readonly input: {
      readonly namespaceId: string;
      readonly evaluationId: string;
    };
    readonly output: {
      readonly evaluation: Evaluation;
    };
  };
  /** List what an evaluation found, question by question */
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/results': {
    readonly input: {
      readonly namespaceId: string;
      readonly evaluationId: string;
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly results: readonly EvaluationResult[];
    };
  };
  /** Compare an evaluation with another, question by question */
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/comparison': {
    readonly input: {
      readonly namespaceId: string;
      readonly evaluationId: string;
      readonly baselineId: string;
    };
    readonly output: EvaluationComparison;
  };
  /** Create an API key */
  'POST /v1/api-keys': {
    readonly input: {
      readonly name: string;
      /** `admin` includes the others, and `ingest` includes `read` */
      readonly scopes?: readonly ('read' | 'ingest' | 'admin')[];
      /** Expiry of the key; unset: never */
      readonly expiresAt?: Moment | null;
      /** At most the limit of the calling key; unset: the default of the operator */
      readonly rateLimitPerMinute?: number | null;
    };
    readonly output: {
      readonly apiKey: ApiKey;
      /** The key itself, which is shown only here */
      readonly key: string;
    };
  };
  /** List the API keys, the newest first */
  'GET /v1/api-keys': {
    readonly input: {
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly apiKeys: readonly ApiKey[];
    };
  };
  /** Get the calling API key */
  'GET /v1/api-keys/current': {
    readonly input: object;
    readonly output: {
      readonly apiKey: ApiKey;
      /** Features that this service has beside the core; the paths of others are unknown */
      readonly extensions: readonly string[];
    };
  };
  /** Put a new API key in the place of one */
  'POST /v1/api-keys/{apiKeyId}/rotate': {
    readonly input: {
      readonly apiKeyId: string;
      /** Seconds for which the old key goes on working */
      readonly gracePeriodSeconds?: number;
    };
    readonly output: {
      readonly apiKey: ApiKey;
      /** The key itself, which is shown only here */
      readonly key: string;
    };
  };
  /** Revoke an API key */
  'DELETE /v1/api-keys/{apiKeyId}': {
    readonly input: {
      readonly apiKeyId: string;
    };
    readonly output: {
      readonly apiKey: ApiKey;
    };
  };
  /** List who changed what, the newest first */
  'GET /v1/audit-events': {
    readonly input: {
      readonly pageSize?: number;
      readonly cursor?: string;
      readonly action?: string;
      readonly targetType?: string;
      readonly targetId?: string;
      readonly apiKeyId?: string;
      readonly from?: Moment;
      readonly to?: Moment;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly auditEvents: readonly AuditEvent[];
    };
  };
  /** Read what was ingested and what chat models used, by day and namespace */
  'GET /v1/usage': {
    readonly input: {
      readonly from?: Moment;
      readonly to?: Moment;
    };
    readonly output: {
      readonly usage: readonly {
        readonly day: string;
        /** Its name */
        readonly namespaceId: string;
        /** Documents that ended with success, also unchanged ones */
        readonly succeeded: number;
        /** Documents that ended without */
        readonly failed: number;
        /** Of contents that searches see since; those whose vectors were there already count too */
        readonly chunks: number;
        /** Of the same contents */
        readonly tokens: number;
      }[];
      /** Requests to chat models */
      readonly models: readonly ModelUsage[];
      /** Amounts that are stored now */
      readonly storage: Storage;
    };
  };
  /** Take the user back from a vendor */
  'GET /v1/connections/callback': {
    readonly input: {
      readonly state?: string;
      readonly code?: string;
      readonly error?: string;
    };
    readonly output: Response;
  };
  /** Create a connection */
  'POST /v1/connections': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** A label of your choice */
      readonly name: string;
      readonly connector: Connector;
      /** Address to which the user is sent after authorizing, with connectionId and status appended; unset: a page of docfleet shows the outcome */
      readonly clientRedirectUrl?: string;
      /** Your own id of the user who authorizes */
      readonly externalId?: string;
      /** In place of a consent: what grants access, by the method that `method` names; the first one of the connector without it */
      readonly settings?: {
        readonly method?: 'JWT';
        readonly key: string;
        /** User whose files are read, where the app may act as users. Without it: what is shared with the service account of the app */
        readonly userId?: string;
      } | {
        readonly method?: 'CLIENT_CREDENTIALS';
        readonly clientId: string;
        readonly clientSecret: string;
        readonly enterpriseId: string;
        /** User whose files are read, where the app may act as users. Without it: what is shared with the service account of the app */
        readonly userId?: string;
      } | {
        readonly method?: 'DATA_CENTER';
        /** The address of Confluence, as in the settings of the server */
        readonly baseUrl: string;
        readonly token: string;
      } | {
        readonly method?: 'TEAM';
        readonly appKey: string;
        readonly refreshToken: string;
        /** Member of the team whose files and team folders are read */
        readonly member: string;
      } | {
        readonly method?: 'TOKEN';
        readonly token: string;
        /** Of GitHub Enterprise. Without it: github.com */
        readonly apiUrl?: string;
      } | {
        readonly method?: 'APP';
        readonly appId: string;
        readonly installationId: string;
        readonly privateKey: string;
        /** Of GitHub Enterprise. Without it: github.com */
        readonly apiUrl?: string;
      } | {
        readonly method?: 'SERVICE_ACCOUNT';
        readonly key: string;
        /** User whose Drive is read, by domain-wide delegation. Without it: what is shared with the service account itself */
        readonly subject?: string;
      } | {
        readonly method?: 'APP';
        readonly tenantId: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** User whose OneDrive is read: a principal name or an id */
        readonly user: string;
      } | {
        readonly method?: 'APP_CERTIFICATE';
        readonly tenantId: string;
        readonly clientId: string;
        readonly key: string;
        /** User whose OneDrive is read: a principal name or an id */
        readonly user: string;
      } | {
        readonly method?: 'APP';
        readonly tenantId: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** The sites that are read. None: all sites of the organization */
        readonly sites?: readonly string[];
      } | {
        readonly method?: 'APP_CERTIFICATE';
        readonly tenantId: string;
        readonly clientId: string;
        readonly key: string;
        /** The sites that are read. None: all sites of the organization */
        readonly sites?: readonly string[];
      } | {
        readonly method?: 'TOKEN';
        readonly token: string;
      } | {
        readonly method?: 'ACCESS_KEY';
        readonly endpoint: string;
        readonly region: string;
        readonly bucket: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        /** Only keys that begin with it are read */
        readonly prefix?: string;
        /** Glob patterns: only keys that match one of them are read */
        readonly include?: readonly string[];
        /** Glob patterns: keys that match one of them are not read */
        readonly exclude?: readonly string[];
      };
    };
    readonly output: {
      readonly connection: {
        readonly id: string;
      };
      readonly authorizationUrl: string | null;
    };
  };
  /** List the connections of a namespace, the newest first */
  'GET /v1/connections': {
    readonly input: {
      readonly namespaceId: string;
      readonly pageSize?: number;
      readonly cursor?: string;
      readonly connector?: string;
      readonly externalId?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly connections: readonly Connection[];
    };
  };
  /** Try out a connection, or the OAuth client of a connector */
  'POST /v1/connections/check': {
    readonly input: {
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** The connection to try */
      readonly connectionId?: string;
      /** In place of a connection: the connector whose OAuth client of the namespace is tried */
      readonly connector?: Connector;
    };
    readonly output: {
      /** Owner of the account, as the vendor names it */
      readonly account: string | null;
      /** Names of the first items that it reads; none need lie on the first page */
      readonly items: readonly string[];
      /** Null: nothing wrong was found */
      readonly problem: {
        readonly message: string;
        /** The vendor's own words */
        readonly reason: string | null;
        /** Remedy, where one is known */
        readonly advice: string | null;
      } | null;
    };
  };
  /** Get a connection */
  'GET /v1/connections/{connectionId}': {
    readonly input: {
      readonly connectionId: string;
      readonly namespaceId: string;
    };
    readonly output: {
      readonly connection: Connection;
    };
  };
  /** Change a connection, or authorize it again */
  'PATCH /v1/connections/{connectionId}': {
    readonly input: {
      readonly connectionId: string;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
      /** A label of your choice */
      readonly name?: string;
      readonly clientRedirectUrl?: string | null;
      /** Of Confluence: the cloud id of the site to read. Null: the only one of the account, which is then kept */
      readonly siteId?: string | null;
      /** In place of a consent: what grants access, by the method that `method` names; the first one of the connector without it */
      readonly settings?: {
        readonly method?: 'JWT';
        readonly key: string;
        /** User whose files are read, where the app may act as users. Without it: what is shared with the service account of the app */
        readonly userId?: string;
      } | {
        readonly method?: 'CLIENT_CREDENTIALS';
        readonly clientId: string;
        readonly clientSecret: string;
        readonly enterpriseId: string;
        /** User whose files are read, where the app may act as users. Without it: what is shared with the service account of the app */
        readonly userId?: string;
      } | {
        readonly method?: 'DATA_CENTER';
        /** The address of Confluence, as in the settings of the server */
        readonly baseUrl: string;
        readonly token: string;
      } | {
        readonly method?: 'TEAM';
        readonly appKey: string;
        readonly refreshToken: string;
        /** Member of the team whose files and team folders are read */
        readonly member: string;
      } | {
        readonly method?: 'TOKEN';
        readonly token: string;
        /** Of GitHub Enterprise. Without it: github.com */
        readonly apiUrl?: string;
      } | {
        readonly method?: 'APP';
        readonly appId: string;
        readonly installationId: string;
        readonly privateKey: string;
        /** Of GitHub Enterprise. Without it: github.com */
        readonly apiUrl?: string;
      } | {
        readonly method?: 'SERVICE_ACCOUNT';
        readonly key: string;
        /** User whose Drive is read, by domain-wide delegation. Without it: what is shared with the service account itself */
        readonly subject?: string;
      } | {
        readonly method?: 'APP';
        readonly tenantId: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** User whose OneDrive is read: a principal name or an id */
        readonly user: string;
      } | {
        readonly method?: 'APP_CERTIFICATE';
        readonly tenantId: string;
        readonly clientId: string;
        readonly key: string;
        /** User whose OneDrive is read: a principal name or an id */
        readonly user: string;
      } | {
        readonly method?: 'APP';
        readonly tenantId: string;
        readonly clientId: string;
        readonly clientSecret: string;
        /** The sites that are read. None: all sites of the organization */
        readonly sites?: readonly string[];
      } | {
        readonly method?: 'APP_CERTIFICATE';
        readonly tenantId: string;
        readonly clientId: string;
        readonly key: string;
        /** The sites that are read. None: all sites of the organization */
        readonly sites?: readonly string[];
      } | {
        readonly method?: 'TOKEN';
        readonly token: string;
      } | {
        readonly method?: 'ACCESS_KEY';
        readonly endpoint: string;
        readonly region: string;
        readonly bucket: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        /** Only keys that begin with it are read */
        readonly prefix?: string;
        /** Glob patterns: only keys that match one of them are read */
        readonly include?: readonly string[];
        /** Glob patterns: keys that match one of them are not read */
        readonly exclude?: readonly string[];
      };
    };
    readonly output: {
      readonly connection: Connection;
      readonly authorizationUrl: string | null;
    };
  };
  /** Delete a connection */
  'DELETE /v1/connections/{connectionId}': {
    readonly input: {
      readonly connectionId: string;
      readonly namespaceId: string;
      readonly deleteDocuments?: boolean;
    };
    readonly output: {
      readonly connection: {
        readonly id: string;
      };
      /** Documents that are being deleted because of deleteDocuments=true */
      readonly itemsDeleted: number;
    };
  };
  /** List what of a connection can be ingested by name */
  'GET /v1/connections/{connectionId}/choices': {
    readonly input: {
      readonly connectionId: string;
      readonly namespaceId: string;
    };
    readonly output: {
      readonly choices: readonly ({
        readonly externalId: string;
        readonly name: string;
        /** Address at which the vendor shows it; null where names are unique */
        readonly url: string | null;
      })[];
      /** False where there are more than the first 1,000, or the vendor refused */
      readonly isComplete: boolean;
      /** Reason for which nothing could be listed; null: nothing is wrong */
      readonly problem: {
        readonly message: string;
        /** The vendor's own words */
        readonly reason: string | null;
        /** Remedy, where one is known */
        readonly advice: string | null;
      } | null;
    };
  };
  /** Revoke a connection */
  'POST /v1/connections/{connectionId}/revoke': {
    readonly input: {
      readonly connectionId: string;
      readonly deleteDocuments?: boolean;
      /** The namespace's identifier, which is its name */
      readonly namespaceId: string;
    };
    readonly output: {
      readonly connection: Connection;
      /** Documents that are being deleted because of deleteDocuments=true */
      readonly itemsDeleted: number;
    };
  };
  /** Create a webhook */
  'POST /v1/webhooks': {
    readonly input: {
      /** Address to which events are sent; HTTPS is recommended */
      readonly url: string;
      /** A label of your choice; defaults to the host of its URL */
      readonly name?: string;
      /** Events that it receives; empty, the default: all events */
      readonly events?: readonly ('DOCUMENTS_QUEUED_FOR_INGESTION' | 'DOCUMENTS_QUEUED_FOR_UPDATE' | 'DOCUMENTS_QUEUED_FOR_RESYNC' | 'DOCUMENTS_QUEUED_FOR_DELETION' | 'DOCUMENTS_PROCESSING' | 'DOCUMENTS_ERROR' | 'DOCUMENTS_READY' | 'DOCUMENTS_DELETED' | 'DOCUMENTS_METADATA_UPDATE_QUEUED' | 'DOCUMENTS_METADATA_UPDATE_PROCESSING' | 'DOCUMENTS_METADATA_UPDATE_COMPLETED' | 'DOCUMENTS_METADATA_UPDATE_ERROR' | 'INGEST_JOB_RUN_QUEUED' | 'INGEST_JOB_RUN_PRE_PROCESSING' | 'INGEST_JOB_RUN_PROCESSING' | 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' | 'INGEST_JOB_RUN_COMPLETED')[];
      /** Namespaces whose events it receives; empty, the default: all */
      readonly namespaceIds?: readonly string[];
      /** DEFAULT: one retry after 2 seconds. STANDARD: nine retries within three days */
      readonly retryPolicy?: 'DEFAULT' | 'STANDARD';
    };
    readonly output: {
      readonly webhook: Webhook;
    };
  };
  /** List the webhooks */
  'GET /v1/webhooks': {
    readonly input: object;
    readonly output: {
      readonly webhooks: readonly Webhook[];
    };
  };
  /** Get a webhook */
  'GET /v1/webhooks/{webhookId}': {
    readonly input: {
      readonly webhookId: string;
    };
    readonly output: {
      readonly webhook: Webhook;
    };
  };
  /** Change a webhook */
  'PATCH /v1/webhooks/{webhookId}': {
    readonly input: {
      readonly webhookId: string;
      /** Address to which events are sent; HTTPS is recommended */
      readonly url?: string;
      /** A label of your choice; defaults to the host of its URL */
      readonly name?: string;
      /** Events that it receives; empty, the default: all events */
      readonly events?: readonly ('DOCUMENTS_QUEUED_FOR_INGESTION' | 'DOCUMENTS_QUEUED_FOR_UPDATE' | 'DOCUMENTS_QUEUED_FOR_RESYNC' | 'DOCUMENTS_QUEUED_FOR_DELETION' | 'DOCUMENTS_PROCESSING' | 'DOCUMENTS_ERROR' | 'DOCUMENTS_READY' | 'DOCUMENTS_DELETED' | 'DOCUMENTS_METADATA_UPDATE_QUEUED' | 'DOCUMENTS_METADATA_UPDATE_PROCESSING' | 'DOCUMENTS_METADATA_UPDATE_COMPLETED' | 'DOCUMENTS_METADATA_UPDATE_ERROR' | 'INGEST_JOB_RUN_QUEUED' | 'INGEST_JOB_RUN_PRE_PROCESSING' | 'INGEST_JOB_RUN_PROCESSING' | 'INGEST_JOB_RUN_NEEDS_CONFIRMATION' | 'INGEST_JOB_RUN_COMPLETED')[];
      /** Namespaces whose events it receives; empty, the default: all */
      readonly namespaceIds?: readonly string[];
      /** DEFAULT: one retry after 2 seconds. STANDARD: nine retries within three days */
      readonly retryPolicy?: 'DEFAULT' | 'STANDARD';
      /** DISABLED: nothing is sent, and what waited is cancelled */
      readonly status?: 'ACTIVE' | 'DISABLED';
    };
    readonly output: {
      readonly webhook: Webhook;
    };
  };
  /** Delete a webhook */
  'DELETE /v1/webhooks/{webhookId}': {
    readonly input: {
      readonly webhookId: string;
    };
    readonly output: {
      readonly id: string;
    };
  };
  /** Send a test event to a webhook */
  'POST /v1/webhooks/{webhookId}/test': {
    readonly input: {
      readonly webhookId: string;
    };
    readonly output: {
      readonly deliveryId: string;
    };
  };
  /** Replace the signing key of a webhook */
  'POST /v1/webhooks/{webhookId}/rotate-key': {
    readonly input: {
      readonly webhookId: string;
      /** Hours for which the previous key signs too; 0: it ends now */
      readonly overlapHours?: number;
    };
    readonly output: {
      readonly webhook: Webhook;
    };
  };
  /** List the deliveries of a webhook, the newest first */
  'GET /v1/webhooks/{webhookId}/deliveries': {
    readonly input: {
      readonly webhookId: string;
      readonly status?: string;
      readonly event?: string;
      readonly pageSize?: number;
      readonly cursor?: string;
    };
    readonly output: {
      readonly itemsReturned: number;
      /** Pages may hold fewer items than were asked for: only this says which is the last */
      readonly hasNextPage: boolean;
      readonly nextCursor: string | null;
      readonly deliveries: readonly WebhookDelivery[];
    };
  };
  /** Get a delivery with all its attempts */
  'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}': {
    readonly input: {
      readonly webhookId: string;
      readonly deliveryId: string;
    };
    readonly output: {
      readonly delivery: WebhookDeliveryDetail;
    };
  };
  /** Send a delivery once more */
  'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    readonly input: {
      readonly webhookId: string;
      readonly deliveryId: string;
    };
    readonly output: {
      readonly deliveryId: string;
    };
  };
}

/** The parts of an operation that sending it requires. */
export interface Route {
  /** Fields that go into the query; what is not in the path either goes into the body. */
  readonly query?: readonly string[];
  /** Takes an Idempotency-Key. */
  readonly key?: true;
  /** Its body is a form with a file. */
  readonly form?: true;
  /** It has no body although it is no GET. */
  readonly bare?: true;
  /** Its answer is no JSON. */
  readonly raw?: true;
  /** Its answer is a stream of events. */
  readonly events?: true;
}

export const routes: Readonly<Record<keyof Operations, Route>> = {
  'POST /v1/namespaces': { query: ['validate'], key: true },
  'GET /v1/namespaces': {},
  'POST /v1/namespaces/check': {},
  'GET /v1/namespaces/{namespaceId}': {},
  'PATCH /v1/namespaces/{namespaceId}': { query: ['validate', 'reembed'] },
  'DELETE /v1/namespaces/{namespaceId}': { bare: true },
  'GET /v1/namespaces/{namespaceId}/overview': { query: ['hours'] },
  'GET /v1/namespaces/{namespaceId}/notifications': {},
  'GET /v1/providers': {},
  'POST /v1/ingest/text': { key: true },
  'POST /v1/ingest/file': { key: true, form: true },
  'POST /v1/ingest/urls': { key: true },
  'POST /v1/ingest/youtube': { key: true },
  'POST /v1/ingest/sitemap': { key: true },
  'POST /v1/ingest/website': { key: true },
  'POST /v1/ingest/box': { key: true },
  'POST /v1/ingest/confluence': { key: true },
  'POST /v1/ingest/dropbox': { key: true },
  'POST /v1/ingest/github': { key: true },
  'POST /v1/ingest/google-drive': { key: true },
  'POST /v1/ingest/onedrive': { key: true },
  'POST /v1/ingest/sharepoint': { key: true },
  'POST /v1/ingest/notion': { key: true },
  'POST /v1/ingest/s3': { key: true },
  'POST /v1/convert/file': { form: true },
  'POST /v1/ingest-job-runs': {},
  'GET /v1/ingest-job-runs/{ingestJobRunId}': { query: ['namespaceId'] },
  'GET /v1/ingest-job-runs/{ingestJobRunId}/events': { query: ['namespaceId'], raw: true, events: true },
  'POST /v1/ingest-job-runs/{ingestJobRunId}/cancel': {},
  'POST /v1/ingest-job-runs/{ingestJobRunId}/confirm': {},
  'POST /v1/documents': {},
  'PATCH /v1/documents': { query: ['all'] },
  'DELETE /v1/documents': { query: ['all'] },
  'PATCH /v1/documents/{documentId}': {},
  'GET /v1/documents/{documentId}': { query: ['namespaceId'] },
  'POST /v1/documents/resync': { query: ['all'], key: true },
  'POST /v1/documents/schedule': { query: ['all'] },
  'GET /v1/documents/{documentId}/timeline': { query: ['namespaceId'] },
  'GET /v1/documents/{documentId}/chunks': { query: ['pageSize', 'cursor', 'namespaceId'] },
  'GET /v1/documents/{documentId}/content': { query: ['namespaceId', 'format'], raw: true },
  'GET /v1/file-links/{token}': { raw: true },
  'POST /v1/search': {},
  'POST /v1/search/hybrid': {},
  'POST /v1/ingest/estimate': {},
  'POST /v1/ingest/estimate/file': { form: true },
  'POST /v1/answer': {},
  'POST /v1/namespaces/{namespaceId}/golden-sets': { key: true },
  'GET /v1/namespaces/{namespaceId}/golden-sets': { query: ['pageSize', 'cursor'] },
  'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': {},
  'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': {},
  'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}': { bare: true },
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions': {},
  'GET /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions': { query: ['status', 'pageSize', 'cursor'] },
  'PATCH /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}': {},
  'DELETE /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/{questionId}': { bare: true },
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions/import': { form: true },
  'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/candidates': {},
  'POST /v1/namespaces/{namespaceId}/evaluations': { key: true },
  'GET /v1/namespaces/{namespaceId}/evaluations': { query: ['goldenSetId', 'pageSize', 'cursor'] },
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}': {},
  'POST /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/cancel': { bare: true },
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/results': { query: ['pageSize', 'cursor'] },
  'GET /v1/namespaces/{namespaceId}/evaluations/{evaluationId}/comparison': { query: ['baselineId'] },
  'POST /v1/api-keys': { key: true },
  'GET /v1/api-keys': { query: ['pageSize', 'cursor'] },
  'GET /v1/api-keys/current': {},
  'POST /v1/api-keys/{apiKeyId}/rotate': { key: true },
  'DELETE /v1/api-keys/{apiKeyId}': { bare: true },
  'GET /v1/audit-events': { query: ['pageSize', 'cursor', 'action', 'targetType', 'targetId', 'apiKeyId', 'from', 'to'] },
  'GET /v1/usage': { query: ['from', 'to'] },
  'GET /v1/connections/callback': { query: ['state', 'code', 'error'], raw: true },
  'POST /v1/connections': { key: true },
  'GET /v1/connections': { query: ['namespaceId', 'pageSize', 'cursor', 'connector', 'externalId'] },
  'POST /v1/connections/check': {},
  'GET /v1/connections/{connectionId}': { query: ['namespaceId'] },
  'PATCH /v1/connections/{connectionId}': {},
  'DELETE /v1/connections/{connectionId}': { query: ['namespaceId', 'deleteDocuments'], bare: true },
  'GET /v1/connections/{connectionId}/choices': { query: ['namespaceId'] },
  'POST /v1/connections/{connectionId}/revoke': { query: ['deleteDocuments'] },
  'POST /v1/webhooks': { key: true },
  'GET /v1/webhooks': {},
  'GET /v1/webhooks/{webhookId}': {},
  'PATCH /v1/webhooks/{webhookId}': {},
  'DELETE /v1/webhooks/{webhookId}': { bare: true },
  'POST /v1/webhooks/{webhookId}/test': { key: true, bare: true },
  'POST /v1/webhooks/{webhookId}/rotate-key': { key: true },
  'GET /v1/webhooks/{webhookId}/deliveries': { query: ['status', 'event', 'pageSize', 'cursor'] },
  'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}': {},
  'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': { key: true, bare: true },
};

/** One thing that has to be typed or chosen. */
export interface ConfigField {
  /** Where it stands in the configuration: `credentials.accessKeyId`. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly isOptional?: boolean;
  readonly isNumber?: boolean;
  /** Instead of typing. */
  readonly options?: readonly string[];
}

/** A configuration with the providers that it can name. */
export interface ConfigForm<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  /** What it is for. */
  readonly text: string;
  /** The field that says which provider it is; undefined: there is but one kind. */
  readonly kindField?: 'provider' | 'type';
  /** A namespace can be without it. */
  readonly isOptional?: boolean;
  readonly kinds: Readonly<
    Record<string, { readonly label: string; readonly fields: readonly ConfigField[] }>
  >;
}

const apiKey: ConfigField = { path: 'apiKey', label: 'API key', isSecret: true };

const cohereModels = [
  'embed-multilingual-v3.0',
  'embed-english-v3.0',
  'embed-multilingual-light-v3.0',
  'embed-english-light-v3.0',
  'embed-multilingual-v2.0',
  'embed-english-v2.0',
  'embed-english-light-v2.0',
];

/** What every namespace is made of, by the names that its checks go by. */
export type TriedConfig =
  | 'embeddingModelConfig'
  | 'vectorStorageConfig'
  | 'fileStorageConfig'
  | 'webScraperConfig';

/** What a namespace is made of, as docs/openapi.json has it. The first kind of each is what a form begins with. */
export const configForms: readonly ConfigForm<TriedConfig>[] = [
  {
    name: 'embeddingModelConfig',
    label: 'Model',
    text: 'Turns texts into vectors. Another one later means embedding everything again.',
    kindField: 'provider',
    kinds: {
      LOCAL: { label: 'Built in: no account, no cost', fields: [] },
      OPENAI: {
        label: 'OpenAI, or what speaks like it',
        fields: [
          { path: 'model', label: 'Model', placeholder: 'text-embedding-3-small' },
          apiKey,
          {
            path: 'baseUrl',
            label: 'Address',
            hint: 'Of a compatible server',
            placeholder: 'https://api.openai.com/v1',
            isOptional: true,
          },
          { path: 'dimensions', label: 'Dimensions', isOptional: true, isNumber: true },
        ],
      },
      COHERE: { label: 'Cohere', fields: [{ path: 'model', label: 'Model', options: cohereModels }, apiKey] },
      JINA: {
        label: 'Jina',
        fields: [{ path: 'model', label: 'Model', options: ['jina-embeddings-v3'] }, apiKey],
      },
    },
  },
  {
    name: 'vectorStorageConfig',
    label: 'Vector store',
    text: 'Keeps the vectors, and is asked by searches.',
    kindField: 'provider',
    kinds: {
      LANCEDB: { label: 'LanceDB, on this installation', fields: [] },
      PINECONE: {
        label: 'Pinecone',
        fields: [
          apiKey,
          {
            path: 'indexHost',
            label: 'Index host',
            hint: 'An index of the metric dotproduct, as wide as the model',
            placeholder: 'https://….pinecone.io',
          },
        ],
      },
    },
  },
  {
    name: 'fileStorageConfig',
    label: 'File store',
    text: 'Keeps the files as they came, and the texts that were read from them.',
    kindField: 'type',
    kinds: {
      LOCAL: { label: 'A folder of this installation', fields: [] },
      S3_COMPATIBLE: {
        label: 'S3, or what speaks like it',
        fields: [
          { path: 'bucket', label: 'Bucket' },
          { path: 'region', label: 'Region', placeholder: 'eu-central-1' },
          { path: 'endpoint', label: 'Endpoint', placeholder: 'https://s3.eu-central-1.amazonaws.com' },
          { path: 'credentials.accessKeyId', label: 'Access key id' },
          { path: 'credentials.secretAccessKey', label: 'Secret access key', isSecret: true },
        ],
      },
    },
  },
  {
    name: 'webScraperConfig',
    label: 'Web scraper',
    text: 'Fetches pages of the web.',
    isOptional: true,
    kindField: 'provider',
    kinds: {
      BUILTIN: { label: 'Built in', fields: [] },
      FIRECRAWL: { label: 'Firecrawl', fields: [apiKey] },
      JINA: { label: 'Jina Reader', fields: [apiKey] },
      SCRAPINGBEE: { label: 'ScrapingBee', fields: [apiKey] },
    },
  },
];

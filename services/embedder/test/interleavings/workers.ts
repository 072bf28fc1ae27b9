import type { Database } from '@docfleet/domain/database';
import {
  advanceDocument,
  createDocumentWorker,
  createLeaseKeeper,
  documentFileKeys,
  failDocument,
  type LeaseKeeper,
} from '@docfleet/domain/document';
import type { OutboxJob } from '@docfleet/domain/outbox';
import { createQuotas } from '@docfleet/domain/quota';
import { AppError } from '@docfleet/errors';
import { withdrawWritten } from '@docfleet/pipeline/providers';
import type { Handler } from '@docfleet/queues';
import { createLogger } from '@docfleet/runtime/logging';
import { cleanDocumentHandler } from '../../src/clean-document.ts';
import type { EmbedderContext } from '../../src/context.ts';
import { embedDocumentHandler } from '../../src/embed-document.ts';
import { purgeDocumentsHandler } from '../../src/purge-documents.ts';
import { createUnstoredVectors } from '../../src/unstored-vectors.ts';
import { gateDatabase } from './gated-database.ts';
import { openFiles, openVectors, type Shelves } from './memory-stores.ts';
import { unreadable } from './serial-order.ts';
import type { Player } from './stage.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** Outside world of a worker. */
export interface Outside {
  readonly database: Database;
  readonly shelves: Shelves;
  /** Content that the page's address returns. */
  readonly page: string;
  dispatch(jobs: readonly OutboxJob[]): void;
}

export interface StartedWorker {
  readonly leases: LeaseKeeper;
  /** Outcome of the work: done, or to be retried after a delay. */
  readonly outcome: Promise<'done' | { readonly retryAfterMs: number }>;
}

/** There is no wait for a slot here. */
const atOnce = { take: (_owner: readonly string[], work: () => unknown) => work() };

function createContext(outside: Outside, player: Player, leases: LeaseKeeper): EmbedderContext {
  const database = gateDatabase(outside.database, player);
  const vectorStore = openVectors(outside.shelves, player);
  const embedder = { model: 'model', dimensions: 2, limits: { tokensPerInput: 8_191 } };
  const configs = { embeddingModelConfig: { provider: 'LOCAL', model: 'model' } };
  const fileStore = openFiles(outside.shelves, player);
  const providers = {
    configs,
    embedder,
    vectorStore,
    fileStore,
    current: { generation: 1, provider: 'LOCAL', embedder },
  };
  const embed = (texts: readonly { text: string }[], signal: AbortSignal) =>
    player.step('embed', () => {
      signal.throwIfAborted();
      if (texts.some(({ text }) => text.includes(unreadable)))
        throw new AppError('PROVIDER_REJECTED', 'The model refuses this text');
      if (outside.shelves.fault()) throw new AppError('PROVIDER_RATE_LIMITED', 'Too many requests');
      return texts.map(() => new Float32Array([1, 0]));
    });
  // The resources that the handlers use; the rest of a process is absent.
  return {
    logger,
    database,
    leases,
    providers: { open: async () => providers },
    dispatcher: { dispatch: outside.dispatch, drain: async () => undefined },
    documents: createDocumentWorker(database, leases, 'EMBED'),
    batchers: { for: () => ({ embed }) },
    unstored: createUnstoredVectors(),
    sampler: { add: () => undefined },
    computing: atOnce,
    quotas: createQuotas(database),
    disk: { require: async () => undefined },
    admissionWindow: { refill: () => undefined },
  } as unknown as EmbedderContext;
}

/** Fetches a page as the scraper will: its content into the file store, then on to the next stage. */
function fetchPageHandler(context: EmbedderContext, page: string): Handler<DocumentPayload> {
  const documents = createDocumentWorker(context.database, context.leases, 'FETCH_PAGE');
  return {
    handle: (payload, signal) =>
      documents.work(payload, signal, async (claim, held) => {
        const providers = await context.providers.open(claim.namespaceId, claim.namespaceVersion);
        const { parsed } = documentFileKeys(claim.id, claim.revision);
        try {
          await providers.fileStore.put(parsed, page, 'text/markdown', held);
          const next = {
            stage: 'EMBED',
            mimeType: 'text/html',
            fileSize: page.length,
            ocrPagesCount: 0,
            notRead: [],
          } as const;
          context.dispatcher.dispatch([await advanceDocument(context.database, claim, next)]);
        } catch (error) {
          await withdrawWritten(context, { claim, providers });
          throw error;
        }
      }),
    async onExhausted(payload, error) {
      context.dispatcher.dispatch(await failDocument(context.database, payload, error));
    },
  };
}
type DocumentPayload = { namespaceId: string; documentId: string; revision: number };

function handlerFor(queue: string, context: EmbedderContext, page: string): Handler<never> {
  const handlers: Record<string, Handler<never>> = {
    'embed-document': embedDocumentHandler(context) as Handler<never>,
    'fetch-page': fetchPageHandler(context, page) as Handler<never>,
    'clean-document': cleanDocumentHandler(context) as Handler<never>,
    'purge-documents': purgeDocumentsHandler(context) as Handler<never>,
  };
  const handler = handlers[queue];
  if (!handler) throw new Error(`no worker consumes ${queue}`);
  return handler;
}

/** Starts a process that does one job as startWorker does: again after a transient failure, exhausted after any other. */
export function startWorker(outside: Outside, player: Player, job: OutboxJob): StartedWorker {
  const leases = createLeaseKeeper(outside.database, logger);
  // Leases are renewed when the scheduler says so.
  leases.close();
  const context = createContext(outside, player, leases);
  const handler = handlerFor(job.queue, context, outside.page);
  const payload = job.payload as never;
  const work = async () => {
    try {
      await handler.handle(payload, new AbortController().signal);
      return 'done' as const;
    } catch (cause) {
      const error = AppError.from(cause);
      if (error.code === 'INTERNAL_ERROR') throw error.cause;
      if (error.retryable) return { retryAfterMs: error.details.retryAfterMs ?? 0 };
      await handler.onExhausted(payload, error);
      return 'done' as const;
    }
  };
  return { leases, outcome: work() };
}

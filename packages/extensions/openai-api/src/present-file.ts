import type { DocumentModel } from '@docfleet/domain/database';
import { z } from 'zod';
import { attributes, attributesOf } from './filters.ts';

/** A moment as this form has it: seconds since 1970. */
export const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Id of a document, which is a file in this form. */
export const documentId = z
  .string()
  .describe('Id of the document')
  .meta({ examples: ['01a1fdb6-4e1f-7a0b-9c1e-2f6d8a9b0c1d'] });

/** Name of a namespace, which is a vector store and a model in this form. */
export const storeId = z
  .string()
  .describe('The name of the namespace')
  .meta({ examples: ['quickstart'] });

/** A document as a file. */
export const file = z
  .object({
    id: documentId,
    object: z.literal('file'),
    bytes: z.int().min(0).describe('Bytes of its file; 0 where it has none, such as a text'),
    created_at: z.int(),
    filename: z.string(),
    purpose: z.literal('assistants'),
    status: z.enum(['uploaded', 'processed', 'error']),
    status_details: z.string().nullable(),
  })
  .meta({ id: 'OpenAiFile' });

/** A document as a file of a vector store. */
export const vectorStoreFile = z
  .object({
    id: documentId,
    object: z.literal('vector_store.file'),
    created_at: z.int(),
    vector_store_id: storeId,
    usage_bytes: z.literal(0).describe('Not counted'),
    status: z.enum(['in_progress', 'completed', 'failed', 'cancelled']),
    last_error: z.object({ code: z.literal('server_error'), message: z.string() }).nullable(),
    attributes,
  })
  .meta({ id: 'OpenAiVectorStoreFile' });

const nameOf = ({ name, externalId }: DocumentModel) => name ?? externalId;
const failureOf = ({ status, ingestionError, errorCode }: DocumentModel) =>
  status === 'FAILED' ? (ingestionError ?? errorCode ?? 'Failed') : null;

/** Presents a document as a file. */
export function presentFile(document: DocumentModel): z.input<typeof file> {
  const { id, fileSize, createdAt, status, activeRevision } = document;
  const isReady = status === 'SUCCESS' || activeRevision !== null;
  return {
    id,
    object: 'file',
    bytes: fileSize ?? 0,
    created_at: seconds(createdAt),
    filename: nameOf(document),
    purpose: 'assistants',
    status: status === 'FAILED' ? 'error' : isReady ? 'processed' : 'uploaded',
    status_details: failureOf(document),
  };
}

const ended = { SUCCESS: 'completed', FAILED: 'failed', CANCELLED: 'cancelled' } as const;

/** Returns the state of a document in this form. */
const stateOf = (status: string): z.output<typeof vectorStoreFile>['status'] =>
  Object.hasOwn(ended, status) ? ended[status as keyof typeof ended] : 'in_progress';

/** Returns the statuses of documents that a state of this form stands for; `all` are those that there are. */
export const statusesOf = <Status extends string>(state: string, all: readonly Status[]): Status[] =>
  all.filter((status) => stateOf(status) === state);

/** Presents a document as a file of its namespace. */
export function presentVectorStoreFile(
  document: DocumentModel,
  namespace: string,
): z.input<typeof vectorStoreFile> {
  const failure = failureOf(document);
  return {
    id: document.id,
    object: 'vector_store.file',
    created_at: seconds(document.createdAt),
    vector_store_id: namespace,
    usage_bytes: 0,
    status: stateOf(document.status),
    last_error: failure === null ? null : { code: 'server_error', message: failure },
    attributes: attributesOf((document.metadata ?? {}) as Record<string, unknown>),
  };
}

/** A list of this form. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });

/** Presents a page of a list, whose items are one more than it holds where there is a next page. */
export function presentPage<Item extends { readonly id: string }>(items: readonly Item[], size: number) {
  const data = items.slice(0, size);
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: items.length > size,
  };
}

const maxPageSize = 100;

/** Parameters of lists, which are the newest first. */
export const pageParameters = (max: number = maxPageSize) => ({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(max)
    .default(20)
    .transform((limit) => Math.min(limit, maxPageSize))
    .describe(`Maximum number of files; a page holds up to ${maxPageSize}`),
  after: z
    .string()
    .optional()
    .describe('The id of the last of the page before')
    .meta({ examples: ['01a1fdb6-4e1f-7a0b-9c1e-2f6d8a9b0c1d'] }),
  order: z
    .literal('desc')
    .optional()
    .describe('The newest first; there is no other order')
    .meta({ examples: ['desc'] }),
});

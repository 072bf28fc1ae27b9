import { z } from 'zod';
import type { Connector } from '../src/provider.ts';

const text = z.string().nullable();
const item = z
  .object({
    externalId: z.string(),
    name: z.string(),
    path: text,
    url: text,
    mimeType: text,
    sizeBytes: z.number().nullable(),
    modifiedAt: text,
    versionKey: z.string(),
    kind: z.enum(['file', 'page']),
  })
  // Further fields of documents from their source are texts.
  .catchall(text);

const pageForm = z.strictObject({
  items: z.array(item),
  deleted: z.array(z.string()),
  deletedPaths: z.array(z.string()).optional(),
  filePaths: z.array(z.string()).optional(),
  folderPaths: z.array(z.string()).optional(),
  skipped: z.array(
    z.strictObject({
      externalId: z.string(),
      name: z.string(),
      reason: z.string(),
      isMissing: z.literal(true).optional(),
      isRefused: z.literal(true).optional(),
    }),
  ),
  nextCursor: z.string().optional(),
  syncCursor: z.string().optional(),
  proof: z.enum(['STATED', 'NONE']).optional(),
  isRestart: z.boolean().optional(),
  feeds: z.record(z.string(), z.string()).optional(),
});
const page = pageForm.refine(
  ({ nextCursor, syncCursor, proof }) => nextCursor === undefined || (!syncCursor && !proof),
  'has more to come, and says how the listing ended',
);

const fetched = z.strictObject({
  body: z.custom<AsyncIterable<Uint8Array>>((body) => typeof body === 'object'),
  mimeType: z.string().min(1),
  fileName: z.string(),
  versionKey: z.string(),
});

/** Rejects with what a connector returns that is not of the port's form: the compiler does not see what a spread leaves out. */
export function holdToPort({ list, fetch, find, ...others }: Connector): Connector {
  return {
    ...others,
    async list(...order) {
      const answer = await list(...order);
      page.parse(answer);
      return answer;
    },
    async fetch(...order) {
      const answer = await fetch(...order);
      fetched.parse(answer);
      return answer;
    },
    ...(find && {
      async find(...order: Parameters<typeof find>) {
        const answer = await find(...order);
        item.optional().parse(answer);
        return answer;
      },
    }),
  };
}

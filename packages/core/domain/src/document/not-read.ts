import { maxNotReadEntries, type NotRead, notReadKinds } from '@docfleet/text/not-read';
import { z } from 'zod';

export { maxNotReadEntries, type NotRead, notReadKinds };

const notReadEntry = z.object({
  // A worker of a newer version may know more kinds.
  what: z.enum(notReadKinds).catch('OTHER'),
  where: z.string().nullable(),
  why: z.string(),
  count: z.int(),
});

const entries = z.array(notReadEntry);

/** Returns a column `notRead`: the parts of a file that its text lacks. Throws a ZodError for an unknown format. */
export const parseNotRead = (stored: unknown): NotRead[] => entries.nullable().parse(stored) ?? [];

/** Returns the JSON for a column `notRead`; null where nothing is left out. */
export const storedNotRead = (notRead: readonly NotRead[]): string | null =>
  notRead.length === 0 ? null : JSON.stringify(notRead);

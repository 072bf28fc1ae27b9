import { isDatabaseUnavailable } from '@docfleet/database';
import type { Entry } from './incoming-document.ts';

/** Writes one document, maybe together with others; false when it was not created. */
export type CreateDocument = (entry: Entry) => Promise<boolean>;

type CreateAll = (entries: readonly Entry[]) => Promise<ReadonlySet<string>>;

/** One statement is written while the next ones gather; a second one keeps the database busy meanwhile. */
const mostUnderWay = 2;
const mostEntries = 100;
/** Characters of all texts of a statement together, unless one alone has more. */
const mostCharacters = 1_000_000;

interface Waiting {
  readonly entry: Entry;
  readonly resolve: (created: boolean) => void;
  readonly reject: (error: unknown) => void;
}

function takeBatch(waiting: Waiting[]): Waiting[] {
  let characters = 0;
  let count = 0;
  for (const { entry } of waiting) {
    characters += entry.incoming.text?.length ?? 0;
    if (count === mostEntries || (count > 0 && characters > mostCharacters)) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

/**
 * Gathers what concurrent requests accept into common statements (group commit): an idle database is asked at once, and whoever
 * comes while it is busy shares the next statement. What fails together is tried alone, so that nobody fails for another's sake.
 */
export function gatherDocuments(createAll: CreateAll): CreateDocument {
  const waiting: Waiting[] = [];
  let underWay = 0;

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const created = await createAll(batch.map(({ entry }) => entry));
      for (const { entry, resolve } of batch) resolve(created.has(entry.placement.documentId));
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await write([one]);
    }
  }

  async function writeWhatWaits(): Promise<void> {
    underWay += 1;
    while (waiting.length > 0) await write(takeBatch(waiting));
    underWay -= 1;
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (underWay < mostUnderWay) void writeWhatWaits();
    });
}

import { gather } from '../database/gather.ts';
import type { Entry } from './incoming-document.ts';

/** Inserts one document, possibly together with others; false when it was not created. */
export type CreateDocument = (entry: Entry) => Promise<boolean>;

type CreateAll = (entries: readonly Entry[]) => Promise<ReadonlySet<string>>;

/** One statement runs while the next gathers; a second one keeps the database busy. */
const maxUnderWay = 2;
const maxEntries = 100;
/** Maximum characters of the texts of one statement; a single text may exceed it. */
const maxCharacters = 1_000_000;

/** Gathers what concurrent requests accept into common statements. */
export function gatherDocuments(createAll: CreateAll): CreateDocument {
  async function create(entries: readonly Entry[]): Promise<boolean[]> {
    const created = await createAll(entries);
    return entries.map(({ placement }) => created.has(placement.documentId));
  }
  return gather(create, {
    maxUnderWay,
    maxEntries,
    weigh: ({ incoming }) => incoming.text?.length ?? 0,
    maxWeight: maxCharacters,
  });
}

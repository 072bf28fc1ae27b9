import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ListPage, SkippedItem } from './provider.ts';

/** Damaged entries of the page that is being read: they are skipped. */
const leftOut = new AsyncLocalStorage<SkippedItem[]>();

/** Fields in which vendors name their items, the clearest first. */
const nameFields = ['name', 'title', 'path_display', 'path', 'Key', 'id'];
const maxNameLength = 255;

function namedBy(entry: unknown): string | undefined {
  const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const named = nameFields.map((field) => fields[field]).find((value) => typeof value === 'string' && value);
  return (named as string | undefined)?.slice(0, maxNameLength);
}

function skippedEntry(entry: unknown): SkippedItem {
  const identity = createHash('sha256')
    .update(JSON.stringify(entry) ?? '')
    .digest('hex');
  return {
    // It is no item: a document that it may stand for keeps its own outcome.
    externalId: `part:entry:${identity.slice(0, 32)}`,
    name: namedBy(entry) ?? 'An entry without a name',
    reason: 'Its entry in a list is damaged: it was not read, and what was read of it before stays',
    isRefused: true,
  };
}

type Path = readonly PropertyKey[];
type Answer = Record<PropertyKey, unknown>;

/** Returns the path of the outermost list around an issue and the index of the affected entry; undefined when no list is around it. */
function entryOf(path: Path): { list: Path; index: number } | undefined {
  const at = path.findIndex((key) => typeof key === 'number');
  return at < 0 ? undefined : { list: path.slice(0, at), index: path[at] as number };
}

const valueAt = (answer: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Answer | null | undefined)?.[key], answer);

const replaceAt = (answer: unknown, [key, ...rest]: Path, value: unknown): unknown =>
  key === undefined
    ? value
    : { ...(answer as Answer), [key]: replaceAt((answer as Answer)[key], rest, value) };

/**
 * An answer without the entries of its list that are to blame for issues, which are named in the page that is being read. Undefined outside
 * of a listing, where the rest of the answer is to blame, and where more than half of the list is: then the form is another one.
 */
export function withoutDamaged(answer: unknown, { issues }: z.ZodError): unknown {
  const named = leftOut.getStore();
  const entries = issues.map(({ path }) => entryOf(path));
  const [first] = entries;
  if (!named || !first || entries.some((one) => one?.list.join() !== first.list.join())) return undefined;
  const list = valueAt(answer, first.list) as readonly unknown[];
  const damaged = new Set(entries.map((one) => one?.index));
  if (damaged.size * 2 > list.length) return undefined;
  named.push(...list.filter((_, index) => damaged.has(index)).map(skippedEntry));
  const whole = list.filter((_, index) => !damaged.has(index));
  return replaceAt(answer, first.list, whole);
}

/** Reads lists without their damaged entries, for a look-up that does not treat absence as deletion. */
export const leavingOutDamaged = <Result>(read: () => Promise<Result>): Promise<Result> =>
  leftOut.run([], read);

/** Reads a page of a listing; damaged entries of the vendor's lists are reported among the skipped items, the others are read. */
export async function namingDamaged(read: () => Promise<ListPage>): Promise<ListPage> {
  const named: SkippedItem[] = [];
  const page = await leftOut.run(named, read);
  if (named.length === 0) return page;
  return {
    ...page,
    skipped: [...page.skipped, ...named],
    ...(page.proof !== undefined && { proof: 'NONE' as const }),
  };
}

import { type Operation, type OperationOf, ofKind } from './operation.ts';

/** A rule that a history breaks, with what breaks it. */
export interface Violation {
  readonly rule: string;
  readonly what: string;
}

type Rule = (history: readonly Operation[]) => string[];
type Found = OperationOf<'read'>['found'][number];
type Sighting = Found & Pick<OperationOf<'read'>, 'start' | 'end'>;

const byEnd = (one: { end: number }, other: { end: number }) => one.end - other.end;
const byStart = (one: { start: number }, other: { start: number }) => one.start - other.start;

function sightingsByDocument(history: readonly Operation[]): Map<string, Sighting[]> {
  const sightings = ofKind(history, 'read').flatMap(({ found, start, end }) =>
    found.map((one) => ({ ...one, start, end })),
  );
  return Map.groupBy(sightings, ({ documentId }) => documentId);
}

/** A read that began after a deletion was acknowledged finds nothing of the document: ids are never used again. */
const nothingAfterDeletion: Rule = (history) => {
  const deletedAt = new Map<string, number>();
  for (const { documentIds, end } of ofKind(history, 'delete').toSorted(byEnd))
    for (const id of documentIds) if (!deletedAt.has(id)) deletedAt.set(id, end);
  return ofKind(history, 'read').flatMap(({ found, start }) =>
    found
      .filter(({ documentId }) => start > (deletedAt.get(documentId) ?? Number.POSITIVE_INFINITY))
      .map(
        ({ documentId }) => `${documentId} was found ${start - (deletedAt.get(documentId) ?? 0)} ms after`,
      ),
  );
};

/**
 * Of two reads that did not overlap, the later one does not show less than the earlier one: `least` is what the earlier one proves,
 * `greatest` what the later one may mean at best.
 */
function neverBack(
  history: readonly Operation[],
  least: (sighting: Sighting) => number | undefined,
  greatest: (sighting: Sighting) => number | undefined,
): string[] {
  const broken: string[] = [];
  for (const [documentId, sightings] of sightingsByDocument(history)) {
    const ended = sightings.toSorted(byEnd);
    let [floor, next] = [Number.NEGATIVE_INFINITY, 0];
    for (const sighting of sightings.toSorted(byStart)) {
      for (; (ended[next]?.end ?? Number.POSITIVE_INFINITY) < sighting.start; next += 1)
        floor = Math.max(floor, least(ended[next] as Sighting) ?? floor);
      const best = greatest(sighting);
      if (best !== undefined && best < floor) broken.push(`${documentId} showed ${best} after ${floor}`);
    }
  }
  return broken;
}

const contentsNeverBack: Rule = (history) =>
  neverBack(
    history,
    ({ versions }) => (versions?.length ? Math.min(...versions) : undefined),
    ({ versions }) => (versions?.length ? Math.max(...versions) : undefined),
  );

const revisionsNeverBack: Rule = (history) =>
  neverBack(
    history,
    ({ revision }) => revision,
    ({ revision }) => revision,
  );

/** Checks that the content of a read was sent before the read ended. */
const nothingFromNowhere: Rule = (history) => {
  const sent = new Map<string, number>();
  for (const { documentId, version, start } of ofKind(history, 'write'))
    sent.set(`${documentId} ${version}`, start);
  return [...sightingsByDocument(history).values()].flat().flatMap(({ documentId, versions = [], end }) => {
    const possible = versions.some((version) => (sent.get(`${documentId} ${version}`) ?? end) <= end);
    return versions.length === 0 || possible ? [] : [`${documentId} showed what was not sent yet`];
  });
};

/** Values of each name, where there is more than one. */
function ambiguous(pairs: readonly (readonly [string, string])[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of pairs) values.set(name, (values.get(name) ?? new Set()).add(value));
  return [...values].filter(([, found]) => found.size > 1).map(([name, found]) => `${name}: ${[...found]}`);
}

const oneResultForEachKey: Rule = (history) =>
  ambiguous(ofKind(history, 'keyed').map(({ key, result }) => [key, result]));

const oneEventForEachChange: Rule = (history) =>
  ambiguous(ofKind(history, 'event').map(({ change, requestId }) => [change, requestId]));

const runsAddUp: Rule = (history) =>
  ofKind(history, 'run')
    .filter(({ total, ended, unfinished }) => total !== ended + unfinished)
    .map(({ runId, total, ended, unfinished }) => `${runId}: ${ended} + ${unfinished} of ${total}`);

const rules: Readonly<Record<string, Rule>> = {
  'nothing is found after its deletion was acknowledged': nothingAfterDeletion,
  'no older content is seen after a newer one': contentsNeverBack,
  'revisions do not go back': revisionsNeverBack,
  'nothing is seen before it was sent': nothingFromNowhere,
  'a key has one result': oneResultForEachKey,
  'a change has one event': oneEventForEachChange,
  'runs add up': runsAddUp,
};

/** Returns the rules that a history violates; empty if all hold. Operations may come in any order. */
export const checkHistory = (history: readonly Operation[]): Violation[] =>
  Object.entries(rules).flatMap(([rule, broken]) => broken(history).map((what) => ({ rule, what })));

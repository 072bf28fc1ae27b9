import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIngestedNamespaces, findKnownPlaces } from '@docfleet/domain/consistency';
import { readGenerationName } from '@docfleet/vector-store';
import { type ConsistencyCheck, type Finding, isYoung, type NamespaceCheck } from './consistency-check.ts';

type StrayFolder = Extract<Finding, { kind: 'STRAY_FOLDER' }>;
type Store = StrayFolder['store'];

interface Place {
  readonly path: string;
  readonly namespaceId: string;
  /** Undefined for files, which all generations share. */
  readonly generation: number | undefined;
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const names: Readonly<Record<Store, RegExp>> = {
  vectors: new RegExp(`^(${id})(?:-(\\d{1,9}))?\\.[a-z]+$`),
  files: new RegExp(`^(${id})$`),
};

/** Lists the folders of namespaces below a store's folder, by the names that the store uses; none where there is no such folder. */
async function listPlaces(store: Store, folder: string): Promise<Place[]> {
  const entries = await readdir(folder).catch(() => []);
  return entries.toSorted().flatMap((name) => {
    const [, namespaceId, generation = '1'] = names[store].exec(name) ?? [];
    if (namespaceId === undefined) return [];
    return [
      {
        path: join(folder, name),
        namespaceId,
        generation: store === 'vectors' ? Number(generation) : undefined,
      },
    ];
  });
}

type Known = Awaited<ReturnType<typeof findKnownPlaces>>;

const isKnown = (known: Known, { namespaceId, generation }: Omit<Place, 'path'>): boolean => {
  const generations = known.get(namespaceId);
  return generations !== undefined && (generation === undefined || generations.has(generation));
};

async function isSettled({ path, namespaceId }: Place, quietMs: number): Promise<boolean> {
  if (isYoung(namespaceId, quietMs)) return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs >= quietMs;
}

/** Tests whether a file lies anywhere below a folder. A trial of a configuration that was killed leaves empty folders. */
async function hasFiles(folder: string): Promise<boolean> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return false;
  for await (const entry of entries)
    if (!entry.isDirectory() || (await hasFiles(join(folder, entry.name)))) return true;
  return false;
}

/** Tests whether a folder that was found is still one that no namespace has. */
export async function isStray(
  { database }: Pick<ConsistencyCheck, 'database'>,
  { namespaceId, generation }: StrayFolder,
): Promise<boolean> {
  return !isKnown(await findKnownPlaces(database, [namespaceId]), { namespaceId, generation });
}

async function* checkStore(
  { database, quietMs }: ConsistencyCheck,
  store: Store,
  folder: string,
): AsyncGenerator<Finding> {
  const places = await listPlaces(store, folder);
  const known = await findKnownPlaces(database, [...new Set(places.map((place) => place.namespaceId))]);
  const strangers = places.filter((place) => !isKnown(known, place));
  const isForeign = known.size === 0;
  for (const place of strangers)
    if ((await isSettled(place, quietMs)) && (await hasFiles(place.path)))
      yield {
        kind: 'STRAY_FOLDER',
        store,
        ...place,
        isNamespaceGone: !known.has(place.namespaceId),
        isForeign,
      };
}

/**
 * Finds folders in the stores of this machine that belong to no namespace of the database, by their existence rather than by records
 * of deletions.
 */
export async function* checkPlaces(check: ConsistencyCheck): AsyncGenerator<Finding> {
  const { vectors, files } = check.places;
  for (const folder of vectors) yield* checkStore(check, 'vectors', folder);
  yield* checkStore(check, 'files', files);
}

type StrayVectors = Extract<Finding, { kind: 'STRAY_VECTORS' }>;

/**
 * Returns the generations of a shared store that no namespace of the database has. The store is read first: the database knows each
 * generation that is in it at that time.
 */
export async function findStrayVectors({
  database,
  namespaceId,
  providers: { vectorStore },
  quietMs,
  signal,
}: Pick<NamespaceCheck, 'database' | 'namespaceId' | 'providers' | 'quietMs' | 'signal'>): Promise<
  StrayVectors[]
> {
  const listed = (await vectorStore.shared?.list(signal)) ?? [];
  const named = listed.flatMap((one) => {
    const generation = readGenerationName(one.name);
    return generation && one.vectors > 0 ? [{ ...one, generation }] : [];
  });
  const ids = [...new Set(named.map(({ generation }) => generation.namespaceId))];
  const known = await findKnownPlaces(database, ids);
  const ingested = await findIngestedNamespaces(database, ids);
  return named
    .filter(({ generation }) => !isKnown(known, generation) && !isYoung(generation.namespaceId, quietMs))
    .map(({ name, vectors, generation }) => ({
      kind: 'STRAY_VECTORS',
      namespaceId,
      name,
      vectors,
      isNamespaceGone: !known.has(generation.namespaceId),
      isProven: known.has(generation.namespaceId) || ingested.has(generation.namespaceId),
    }));
}

/** Finds, once and again after a while, vectors of generations that no namespace has, beside those of a namespace. */
export async function* checkSharedVectors(check: NamespaceCheck): AsyncGenerator<Finding> {
  const { strays } = check;
  if (!strays) return;
  const isNew = ({ name }: StrayVectors) => !strays.has(name);
  if (!(await findStrayVectors(check)).some(isNew)) return;
  await sleep(check.settleMs, undefined, { signal: check.signal });
  for (const finding of (await findStrayVectors(check)).filter(isNew)) {
    strays.add(finding.name);
    yield finding;
  }
}

import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findAuditedNamespaces, findKnownPlaces } from '@docfleet/domain/consistency';
import type { SharedServer } from '@docfleet/vector-store';
import { type ConsistencyCheck, isYoung } from './consistency-check.ts';
import type { Finding } from './finding.ts';

type StrayFolder = Extract<Finding, { kind: 'STRAY_FOLDER' }>;
type Store = StrayFolder['store'];

interface Place {
  readonly path: string;
  readonly namespaceId: string;
  /** Undefined for files, which all generations share. */
  readonly generation: number | undefined;
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const generationPattern = new RegExp(`^(${id})(?:-(\\d{1,9}))?$`);
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
  { namespaceId, generation }: Omit<Place, 'path'>,
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
 * Finds vectors of the servers that namespaces share which none of them has. They may be another fleet's: proof is what this database knows of the
 * namespace, or has in its audit trail.
 */
async function* checkServer(
  { database, quietMs, signal }: ConsistencyCheck,
  { provider, listGenerations }: SharedServer,
): AsyncGenerator<Finding> {
  const places = (await listGenerations(signal)).flatMap((name) => {
    const [, namespaceId, generation = '1'] = generationPattern.exec(name) ?? [];
    return namespaceId === undefined ? [] : [{ name, namespaceId, generation: Number(generation) }];
  });
  const ids = [...new Set(places.map(({ namespaceId }) => namespaceId))];
  const known = await findKnownPlaces(database, ids);
  const proven = await findAuditedNamespaces(database, ids);
  for (const place of places)
    if (!isKnown(known, place) && !isYoung(place.namespaceId, quietMs))
      yield {
        kind: 'STRAY_VECTORS',
        provider,
        ...place,
        isProven: known.has(place.namespaceId) || proven.has(place.namespaceId),
      };
}

/** Finds folders of this machine's stores, and vectors of servers, that hold what no namespace of the database has: by what lies there, not by what was deleted. */
export async function* checkPlaces(check: ConsistencyCheck): AsyncGenerator<Finding> {
  const { vectors, files, servers } = check.places;
  for (const folder of vectors) yield* checkStore(check, 'vectors', folder);
  yield* checkStore(check, 'files', files);
  for (const server of servers) yield* checkServer(check, server);
}

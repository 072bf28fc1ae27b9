import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { LRUCache } from 'lru-cache';

const lifetimeMs = 1_000;
const maxNamespaces = 1_000;

type FindNamespace = (organizationId: string, name: string) => Promise<Namespace>;

/** Runs an operation with a namespace that was looked up within the last second. */
export type UseNamespace = <Result>(
  organizationId: string,
  name: string,
  use: (namespace: Namespace) => Promise<Result>,
) => Promise<Result>;

/**
 * Caches the lookup of a namespace by its name for a second. Operations verify themselves that it still exists: one that rejects with
 * NAMESPACE_NOT_FOUND is retried once after a new lookup.
 */
export function rememberNamespaces(find: FindNamespace, now: () => number = Date.now): UseNamespace {
  const known = new LRUCache<string, { namespace: Namespace; until: number }>({ max: maxNamespaces });

  async function look(key: string, organizationId: string, name: string): Promise<Namespace> {
    const namespace = await find(organizationId, name);
    known.set(key, { namespace, until: now() + lifetimeMs });
    return namespace;
  }

  return async (organizationId, name, use) => {
    const key = JSON.stringify([organizationId, name]);
    const remembered = known.get(key);
    if (!remembered || remembered.until <= now()) return use(await look(key, organizationId, name));
    try {
      return await use(remembered.namespace);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NAMESPACE_NOT_FOUND') throw error;
      return use(await look(key, organizationId, name));
    }
  };
}

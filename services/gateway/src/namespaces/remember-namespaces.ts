import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import { LRUCache } from 'lru-cache';

const lifetimeMs = 1_000;
const maxNamespaces = 1_000;

type FindNamespace = (organizationId: string, name: string) => Promise<Namespace>;

/** Lets a caller use a namespace that was looked up within the last second. */
export type UseNamespace = <Result>(
  organizationId: string,
  name: string,
  use: (namespace: Namespace) => Promise<Result>,
) => Promise<Result>;

/**
 * Spares a busy caller the question which namespace has this name. For uses that check themselves that the namespace is still
 * there: one that rejects with NAMESPACE_NOT_FOUND is tried once more with what is found then.
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

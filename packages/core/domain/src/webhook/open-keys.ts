import type { Vault } from '@docfleet/secrets';
import { LRUCache } from 'lru-cache';

/** Opens the sealed signing key of a webhook. */
export type OpenKey = (sealed: Uint8Array, webhookId: string) => string;

const lifetimeMs = 60_000;
const maxKeys = 1_000;

interface Opened {
  readonly key: string;
  readonly until: number;
}

/**
 * Caches opened keys for a minute, at most a thousand. The cache key is the sealed value: a rotated key has another one, so that no
 * invalidation is needed.
 */
export function rememberOpenKeys(vault: Vault, now: () => number = Date.now): OpenKey {
  const opened = new LRUCache<string, Opened>({ max: maxKeys });
  return (sealed, webhookId) => {
    const name = `${webhookId} ${Buffer.from(sealed).toString('base64')}`;
    const known = opened.get(name);
    if (known && known.until > now()) return known.key;
    const key = vault.open(sealed, webhookId);
    opened.set(name, { key, until: now() + lifetimeMs });
    return key;
  };
}

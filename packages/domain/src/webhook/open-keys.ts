import type { Vault } from '@docfleet/secrets';

/** Opens the sealed signing key of a webhook. */
export type OpenKey = (sealed: Uint8Array, webhookId: string) => string;

/** Plain keys are in memory for so long at most. */
const lifetimeMs = 60_000;
const maxKeys = 1_000;

interface Opened {
  readonly key: string;
  readonly until: number;
}

/**
 * Remembers for a minute which keys it opened, of the last thousand at most. They are known by their sealed form: a key that was
 * rotated has another one, so nobody has to be told.
 */
export function rememberOpenKeys(vault: Vault, now: () => number = Date.now): OpenKey {
  const opened = new Map<string, Opened>();

  function forgetOld(): void {
    for (const [name, { until }] of opened) {
      if (until > now() && opened.size < maxKeys) return;
      opened.delete(name);
    }
  }

  return (sealed, webhookId) => {
    const name = `${webhookId} ${Buffer.from(sealed).toString('base64')}`;
    const known = opened.get(name);
    if (known && known.until > now()) return known.key;
    opened.delete(name);
    forgetOld();
    const key = vault.open(sealed, webhookId);
    opened.set(name, { key, until: now() + lifetimeMs });
    return key;
  };
}

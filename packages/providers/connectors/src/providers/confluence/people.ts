import type { ConfluenceApi } from './api.ts';
import { lacksScope } from './comments.ts';

const maxRemembered = 1_000;
/** People are known by keys on servers of one's own, and by accounts in the cloud. */
const mention = /<ri:user\b[^>]*?\bri:(?:userkey|account-id)="([^"]*)"/g;

const escaped = (name: string) =>
  name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes the names of people into a storage format, which knows them by their keys; those that a site does not name stay without one. */
export function createNaming() {
  const names = new Map<string, string>();
  /** The consent does not include people, as those that were given before they were asked for. */
  let isClosed = false;

  /** Remembers the names of those that are new; empty for whom the site does not name. */
  async function learn(api: ConfluenceApi, keys: readonly string[]): Promise<void> {
    const asked = keys.filter((key) => !names.has(key)).slice(0, api.maxPeople);
    if (asked.length === 0 || isClosed || !api.people) return;
    if (names.size + asked.length > maxRemembered) names.clear();
    const found = await api.people(asked).catch((error: unknown) => {
      if (!lacksScope(error)) throw error;
      isClosed = true;
      return new Map<string, string>();
    });
    for (const key of asked) names.set(key, found.get(key) ?? '');
  }

  return async (api: ConfluenceApi, storage: string): Promise<string> => {
    const keys = [...new Set(Array.from(storage.matchAll(mention), ([, key = '']) => key))].filter(Boolean);
    await learn(api, keys);
    return storage.replace(mention, (tag, key: string) => {
      const name = names.get(key);
      return name ? `${tag} ri:username="${escaped(name)}"` : tag;
    });
  };
}

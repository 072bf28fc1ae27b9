import { AppError } from '@docfleet/errors';
import type { ConfluenceApi } from './api.ts';

/** People of a page that are asked for: each is a request. */
const mostAsked = 25;
const mostRemembered = 1_000;
const mention = /<ri:user\b[^>]*?\bri:userkey="([^"]*)"/g;

const isUnknown = (error: unknown) => error instanceof AppError && error.code.startsWith('ITEM_');
const escaped = (name: string) =>
  name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes the names of people into a storage format, which knows them by their keys; those that a site does not name stay without one. */
export function createNaming() {
  const names = new Map<string, string>();

  async function nameOf(api: ConfluenceApi, key: string): Promise<string> {
    const known = names.get(key);
    if (known !== undefined) return known;
    if (names.size >= mostRemembered) names.clear();
    const name = await api.person?.(key).catch((error: unknown) => {
      if (isUnknown(error)) return undefined;
      throw error;
    });
    names.set(key, name ?? '');
    return name ?? '';
  }

  return async (api: ConfluenceApi, storage: string): Promise<string> => {
    const keys = [...new Set(Array.from(storage.matchAll(mention), ([, key = '']) => key))].slice(
      0,
      mostAsked,
    );
    const found = new Map<string, string>();
    for (const key of keys) found.set(key, await nameOf(api, key));
    return storage.replace(mention, (tag, key: string) => {
      const name = found.get(key);
      return name ? `${tag} ri:username="${escaped(name)}"` : tag;
    });
  };
}

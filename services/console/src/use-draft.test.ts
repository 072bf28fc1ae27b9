import { afterEach, expect, test } from '@jest/globals';
import { keep, readKept } from './use-draft.ts';

const original = Object.getOwnPropertyDescriptor(globalThis, 'window');
afterEach(() => {
  if (original) Object.defineProperty(globalThis, 'window', original);
  else Reflect.deleteProperty(globalThis, 'window');
});
const useWindow = (value: object) =>
  Object.defineProperty(globalThis, 'window', { value, configurable: true });

/** Storage that holds this many characters, as browsers hold 5 MB. */
function storageOf(longest: number) {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    removeItem: (name: string) => texts.delete(name),
    setItem(name: string, text: string) {
      if (text.length > longest) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, text);
    },
  };
}

test('a page works where the browser blocks its storage', () => {
  useWindow({
    get localStorage() {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  expect(() => keep('localStorage', 'theme', 'dark')).not.toThrow();
  expect(readKept('localStorage', 'theme')).toBeUndefined();
});

test('a draft of 6 MB that does not fit ends no page, and no previous draft takes its place', () => {
  useWindow({ sessionStorage: storageOf(5_000_000) });
  keep('sessionStorage', 'draft', 'short');
  expect(readKept('sessionStorage', 'draft')).toBe('short');
  expect(() => keep('sessionStorage', 'draft', 'x'.repeat(6_000_000))).not.toThrow();
  expect(readKept('sessionStorage', 'draft')).toBeUndefined();
});

test('the tenant of a tab is kept for that tab alone', async () => {
  useWindow({ localStorage: storageOf(100), sessionStorage: storageOf(100) });
  const { chooseTenant } = await import('./api/console-fetch.ts');
  chooseTenant('acme');
  expect(window.sessionStorage.getItem('docfleet-tenant')).toBe('acme');
  expect(window.localStorage.getItem('docfleet-tenant')).toBeNull();
});

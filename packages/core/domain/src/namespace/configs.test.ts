import { expect, test } from '@jest/globals';
import { separateSecrets } from './configs.ts';

const shownKey = (apiKey: string) =>
  separateSecrets({ webScraperConfig: { provider: 'JINA', apiKey } }).shown['webScraperConfig']?.['apiKey'];

test('of a masked key four characters are shown', () => {
  expect(shownKey('jina_12345678')).toBe('****5678');
});

test('a masked key never shows half a character, which could not be stored', () => {
  expect(shownKey('key😀😀😀')).toBe('****y😀😀😀');
  expect(String(shownKey('😀a😀b😀')).isWellFormed()).toBe(true);
});

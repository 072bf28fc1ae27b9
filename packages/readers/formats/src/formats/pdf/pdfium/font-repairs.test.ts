import { expect, test } from '@jest/globals';
import { readsAsText } from './font-repairs.ts';

const code = 'gap> Gcd(1234, 5678); 2 Sortex cubed gap> cubed:= x -> x^3; function( x ) Print "\\n"';

test('code in a font without names is read where the page speaks of what it says', () => {
  expect(readsAsText(code, 'The function which maps a number to its cube (see Print)')).toBe(true);
});

test('code in a font without names is not read where nothing else says what its codes mean', () => {
  expect(readsAsText(code, 'The harbour was repaired in spring')).toBe(false);
});

import { expect, test } from '@jest/globals';
import { adviceFor, errorCatalogue } from './index.ts';

const ofDocuments = Object.keys(errorCatalogue).filter((code) =>
  /^(DOCUMENT|PAGE|ITEM|PROVIDER)_/.test(code),
);

test.each(ofDocuments)('there is something to do about %s', (code) => {
  expect(adviceFor(code)).toMatch(/^[A-Z].{20,}\.$/);
});

test.each(['NO_SUCH_CODE', 'toString', '__proto__', 'UNAUTHORIZED'])('nothing is advised on %s', (code) => {
  expect(adviceFor(code)).toBeUndefined();
});

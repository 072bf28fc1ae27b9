import { expect, test } from '@jest/globals';
import { adviceFor, errorCatalogue } from './index.ts';

const ofDocuments = Object.keys(errorCatalogue).filter((code) =>
  /^(DOCUMENT|PAGE|ITEM|PROVIDER)_/.test(code),
);

test.each(ofDocuments)('there is something to do about %s', (code) => {
  expect(adviceFor(code)).toMatch(/^[A-Z].{20,}\.$/);
});

test.each(['PAGE_UNREACHABLE', 'PAGE_UNAVAILABLE'])(
  '%s does not claim more attempts than a page has',
  (code) => {
    expect(adviceFor(code)).not.toContain('day');
    expect(adviceFor(code)).toContain('It was tried several times');
  },
);

test.each(['NO_SUCH_CODE', 'toString', '__proto__', 'UNAUTHORIZED'])('nothing is advised on %s', (code) => {
  expect(adviceFor(code)).toBeUndefined();
});

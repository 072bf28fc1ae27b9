import { expect, test } from '@jest/globals';
import { boxesToText, locationText, textToLocation } from './find-quote.ts';

test.each([
  [{ pages: [3, 3] }, 'Page 3'],
  [{ pages: [3, 5] }, 'Pages 3–5'],
  [{ slides: [2, 2] }, 'Slide 2'],
  [{ sheet: 'Staff', rows: [2, 40] }, 'Sheet Staff, rows 2–40'],
  [{ rows: [7, 7] }, 'Row 7'],
  [{ sheet: 'Staff' }, 'Sheet Staff'],
  [{ seconds: [62, 3_725.4] }, '1:02–1:02:05'],
  [{}, undefined],
])('%j is shown as %s', (location, words) => {
  expect(locationText({ ...location, section: [] })).toBe(words);
});

test('the areas of a location survive an address', () => {
  const boxes = [
    { page: 3, x: 72.5, y: 140, width: 420, height: 56 },
    { page: 4, x: 72, y: 60, width: 420, height: 30.1 },
  ];
  const location = { pages: [3, 4], boxes, section: [] };
  expect(textToLocation(boxesToText(location) ?? '')).toEqual(location);
});

test.each(['', 'a', '1,2,3,4', '0,1,1,1,1', '1.5,1,1,1,1', '1,1,1,1,Infinity', '1,-1,1,1,1', '1,1,1,1,1,1'])(
  'an address with %j names no location',
  (text) => expect(textToLocation(text)).toBeUndefined(),
);

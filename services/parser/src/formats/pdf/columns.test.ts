import { expect, test } from '@jest/globals';
import { at, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

const titles = [
  '1 Introduction',
  '2 Obtaining the boats',
  '2.1 New boats',
  '2.2 Old boats',
  '3 Preparing a journey',
  '4 The harbour',
  '4.1 Its walls',
  '4.2 Its lights',
  '5 Coming home',
];
const text = [
  'The harbour was built for boats that came from the north, and',
  'later for those of the east, which were larger and had to wait',
  'outside of its walls until the tide was high enough for them to',
  'enter. This is why the walls were moved in the following years,',
  'as all that came by land could see from the road above. Only',
  'the lights stayed where they were, and are there until today in',
  'the same tower, which is open on most days of the week from the',
  'morning until the evening, but for the weeks before and after a',
  'storm, when it is closed by the people who keep it as it was at',
];

test('contents without pages and the text beside them are columns', async () => {
  const markdown = await drawn((document) => {
    for (const [index, title] of titles.entries()) at(document, title, 50, 100 + 14 * index);
    for (const [index, line] of text.entries()) at(document, line, 300, 100 + 14 * index);
  });
  expect(markdown).not.toContain('|');
  expect(markdown.replace(/\s+/g, ' ')).toContain(text.join(' ').slice(0, 120));
});

test('numbered items with values beside them are a table', async () => {
  const markdown = await drawn((document) => {
    for (const [index, title] of titles.entries()) {
      at(document, title, 50, 100 + 14 * index);
      at(document, `Berths for ${index} boats`, 300, 100 + 14 * index);
    }
  });
  expect(markdown).toContain('| 2.1 New boats | Berths for 2 boats |');
});

test('numbered terms with short explanations beside them are a table', async () => {
  const markdown = await drawn((document) => {
    for (const [index, title] of titles.entries()) {
      at(document, title, 50, 100 + 14 * index);
      at(
        document,
        ['vectors of numbers', 'lists of any kind', 'code in bytes'][index % 3] ?? '',
        250,
        100 + 14 * index,
      );
    }
  });
  expect(markdown).toContain('| 2.1 New boats | code in bytes |');
});

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

test('three columns of text whose lines have gaps of one height are read one after the other', async () => {
  const words = ['boats of the north', 'walls of the town', 'lights on the tower'];
  const line = (column: number, index: number) =>
    `${index} ${words[column]} and all that ${'came'.repeat(index % 2)}`;
  const markdown = await drawn((document) => {
    document.fontSize(9);
    for (let index = 0; index < 20; index++)
      for (const column of [0, 1, 2]) at(document, line(column, index), 50 + 170 * column, 100 + 11 * index);
  });
  expect(markdown).not.toContain('|');
  expect(markdown.indexOf('19 boats')).toBeLessThan(markdown.indexOf('0 walls'));
  expect(markdown.indexOf('19 walls')).toBeLessThan(markdown.indexOf('0 lights'));
});

test('an item whose further lines begin at the edge of the column is one item', async () => {
  const markdown = await drawn((document) => {
    const lines = [
      '• Mail: the office of the harbour, which is open on all but a few of the days of',
      'the week, at the walls.',
    ];
    at(document, 'Send what you have to say to one of these, and not later than in May.', 72, 100);
    at(document, lines[0] as string, 84, 112);
    at(document, lines[1] as string, 72, 124);
    at(document, '• Fax: 12.', 84, 136);
    at(document, 'Whatever comes later is not read by anyone who works there, as is known.', 72, 148);
  });
  expect(markdown).toContain(
    '- Mail: the office of the harbour, which is open on all but a few of the days of the week, at the walls.\n- Fax: 12.\n\nWhatever',
  );
});

test('contents in two columns are read one column after the other, and are no table', async () => {
  const markdown = await drawn((document) => {
    const entries = (names: readonly string[], x: number, first: number) => {
      for (const [index, name] of names.entries()) {
        const y = 100 + 12 * index;
        const number = `${first + index}`;
        const width = 200 - document.widthOfString(name) - document.widthOfString(number) - 20;
        at(document, name, x, y);
        at(
          document,
          ' .'.repeat(width / document.widthOfString(' .')),
          x + document.widthOfString(name) + 8,
          y,
        );
        at(document, number, x + 200 - document.widthOfString(number), y);
      }
    };
    entries(titles, 60, 2);
    entries(
      titles.map((title) => title.replace(/^\d/, (digit) => `${Number(digit) + 5}`)),
      290,
      11,
    );
  });
  expect(markdown).not.toContain('|');
  const found = markdown.match(/\d+(?:\.\d)? [A-Z][a-z]+/g);
  expect(found?.slice(0, 10)).toEqual([
    ...titles.map((title) => /^\S+ [A-Z][a-z]+/.exec(title)?.[0]),
    '6 Introduction',
  ]);
});

// xberg 1345
test('two texts of two lines beside each other are read one after the other', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The committee reviewed the annual', 60, 80);
    at(document, 'report and', 60, 94);
    at(document, 'approved the budget for the', 330, 80);
    at(document, 'coming fiscal year.', 330, 94);
  });
  expect(markdown).toBe(
    'The committee reviewed the annual report and approved the budget for the coming fiscal year.\n',
  );
});

// docling 3773, marker 405
test('labels with their values in two columns are pairs, one column after the other', async () => {
  const fields = ['Invoice number:|17', 'Invoice date:|2 May', 'Due date:|1 June', 'Currency:|Euro'];
  const others = ['Customer:|Ann Miller', 'Address:|12 Quay', 'City:|Portsmouth', 'Country:|England'];
  const markdown = await drawn((document) => {
    for (const [index, x] of [72, 310].entries())
      for (const [row, field] of ([fields, others][index] ?? []).entries())
        for (const [at1, text] of field.split('|').entries())
          at(document, text, x + 88 * at1, 100 + 16 * row);
  });
  const rows = [...fields, ...others].map((field) => `| ${field.replace('|', ' | ')} |`);
  expect(markdown.split('\n').filter((line) => /[a-z]/i.test(line))).toEqual(rows);
});

test('contents without dots whose pages begin below each other are entries, and no table', async () => {
  const entries = [
    '1|Introduction|1',
    '1.1|Ships and boats|9',
    '1.2|Harbours|15',
    '2|Lights|19',
    '2.1|Towers|21',
  ];
  const markdown = await drawn((document) => {
    for (const [row, entry] of entries.entries())
      for (const [column, text] of entry.split('|').entries())
        at(document, text, [72, 100, 500][column] as number, 120 + 14 * row);
  });
  expect(markdown).toBe(`${entries.map((entry) => `- ${entry.replaceAll('|', ' ')}\n`).join('')}`);
});

test('a column of code beside one of text is read behind it', async () => {
  const code = ['begin graph', '  size 6 3 0.7 1.5 &', '  title "Ships of all" &', 'end graph', 'begin key'];
  const markdown = await drawn((document) => {
    for (const [index, line] of text.entries()) at(document, line, 50, 100 + 14 * index);
    document.font('Courier');
    for (const [index, line] of code.entries()) at(document, line, 350, 100 + 14 * index);
  });
  expect(markdown.replace(/\s+/g, ' ')).toContain(text.join(' '));
  expect(markdown).toContain('begin graph\n  size 6 3');
});

test('columns stay columns where one damaged line reaches far beyond them', async () => {
  const lines = [...text, ...text, ...text, ...text, ...text];
  const markdown = await drawn((document) => {
    for (const [index, line] of lines.entries()) {
      at(document, line.slice(0, 40), 50, 100 + 14 * index);
      at(document, index === 20 ? `Tj${' 48.7 0'.repeat(22)}` : line.slice(0, 40), 260, 100 + 14 * index);
    }
  });
  expect(markdown).not.toContain('|');
});

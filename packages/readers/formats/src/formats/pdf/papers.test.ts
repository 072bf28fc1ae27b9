import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { at, type Document, drawn, sized } from '../../../test/formats/pdf/drawn.fixture.ts';
import { onePage, stream } from '../../../test/formats/pdf/raw-pdf.fixture.ts';

/** A font of which nothing but its descriptor is known: letters with thick stems. */
const heavyFont = (name: string) => ({
  font: `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FontDescriptor 6 0 R /FirstChar 32 /LastChar 126 /Widths [${'500 420 510 '.repeat(32)}] >>`,
  more: [
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -250 1000 900] /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 150 >>`,
  ],
});

const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `BT /F1 10 Tf 72 ${740 - 12 * index} Td (The harbour was repaired in spring ${index} by all people near it that use it) Tj ET\n`,
  ).join('');

test('text of a TeX font with thick stems is not bold', async () => {
  expect(await markdownOf('a.pdf', onePage(lines(2), heavyFont('CMR10')))).not.toContain('**');
});

test('where most of a long text has thick stems, none of it is marked as bold', async () => {
  expect(await markdownOf('a.pdf', onePage(lines(40), heavyFont('Harbour')))).not.toContain('**');
});

test('the arrow over the letter of a vector is no tilde', async () => {
  const shown = 'BT /F1 12 Tf 72 700 Td [(the vector ) 100 (~) 500 (a is known)] TJ ET\n';
  expect(await markdownOf('a.pdf', onePage(shown, heavyFont('CMMI10')))).toBe('*the vector a is known*\n');
});

/** A page of words in a font of pictures, whose letters have neither names nor meaning. */
function pictured(words: string, entries = ''): Buffer {
  const names = Array.from({ length: 127 }, (_, code) => `/a${code}`).join(' ');
  const font = `<< /Type /Font /Subtype /Type3 ${entries} /FontBBox [0 -200 1000 800] /FontMatrix [.001 0 0 .001 0 0] /CharProcs << /a97 6 0 R >> /Encoding << /Type /Encoding /Differences [0 ${names}] >> /FirstChar 0 /LastChar 126 /Widths [${'500 420 510 480 560 '.repeat(26)}] >>`;
  const picture = stream('500 0 0 0 500 700 d1 0 0 400 700 re f');
  return onePage(`BT /F1 12 Tf 72 700 Td (${words}) Tj ET\n`, { font, more: [picture] });
}

test('letters of a font without names are those of the codes that TeX uses, with its ligatures', async () => {
  expect(
    await markdownOf('a.pdf', pictured('The \\014rst e\\013ect on the harbour was seen in spring')),
  ).toBe('The first effect on the harbour was seen in spring\n');
});

test('dashes between numbers in such a font are dashes', async () => {
  expect(await markdownOf('a.pdf', pictured('The harbour was seen on pages 12\\02514 in spring'))).toBe(
    'The harbour was seen on pages 12–14 in spring\n',
  );
});

test('letters at any other codes are no text', async () => {
  const pdf = pictured('Xkq zxgwj vq bkq mpzfqwg wkb bqqc fc bhgfcp');
  await expect(markdownOf('a.pdf', pdf)).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});

test('letters of a figure whose font has a name, but does not say what they mean, are those of their codes', async () => {
  const entries = '/BaseFont /ABCDEF+DejaVuSans';
  expect(await markdownOf('a.pdf', pictured('Hours of the transcribed audio: 0.1 1 10 100', entries))).toBe(
    'Hours of the transcribed audio: 0.1 1 10 100\n',
  );
});

test('a raised number belongs to the line that it stands on, whatever else begins that line', async () => {
  const markdown = await drawn((document) => {
    sized(document, 'Anna Berg and others from the town', 72, 100, 12);
    sized(document, 'together with', 72, 114, 12);
    sized(document, 'Carl Dahl', 150, 114, 12);
    sized(document, '6', 150 + document.fontSize(12).widthOfString('Carl Dahl'), 109.7, 8);
  });
  expect(markdown).toBe('Anna Berg and others from the town together with Carl Dahl^6\n');
});

test('pieces of an exponent belong to the line that it stands on', async () => {
  const markdown = await drawn((document) => {
    sized(document, 'The level rose by 2', 72, 100, 10);
    const x = 72 + document.fontSize(10).widthOfString('The level rose by 2');
    sized(document, '10', x, 96, 6);
    sized(document, '.', x + 6, 96, 6);
    sized(document, '333333', x + 7.5, 96, 6);
    sized(document, 'in spring, and fell again', x + 40, 100, 10);
  });
  expect(markdown).toMatch(/^The level rose by 2.*10.*333333.* in spring, and fell again\n$/);
});

test('a heading with a number may be as wide as its column', async () => {
  const markdown = await drawn((document) => {
    const line = 'The harbour was repaired in spring by all people who live near it and own';
    for (let index = 0; index < 5; index++) at(document, line, 72, 100 + 12 * index);
    document.font('Times-Bold');
    at(document, 'A. Repairs of the harbour, and of the gates that lead to the inner docks', 72, 175);
    document.font('Times-Roman');
    for (let index = 0; index < 5; index++) at(document, line, 72, 187 + 12 * index);
  });
  expect(markdown).toMatch(/^#+ A\. Repairs of the harbour, and of the gates that lead to the inner docks$/m);
});

test('what begins in the middle of a sentence is no heading, however large it is', async () => {
  const markdown = await drawn((document) => {
    for (let index = 0; index < 6; index++)
      at(document, `The harbour was repaired in spring ${index} by all people near it`, 72, 100 + 12 * index);
    sized(document, 'and what it costs to enter is paid', 72, 190, 13);
  });
  expect(markdown).not.toContain('#');
});

test('a drop cap is the first letter of its paragraph', async () => {
  const markdown = await drawn((document) => {
    sized(document, 'T', 72, 112, 26);
    sized(
      document,
      'his is the first line of the text, and it is as long as the page is wide.',
      88.5,
      100,
      10,
    );
    sized(
      document,
      'The second line stands beside the letter as well, and is as long as that.',
      88.5,
      112,
      10,
    );
    sized(document, 'The third line is below it and begins where the letter does, at the edge.', 72, 124, 10);
  });
  expect(markdown).toMatch(/^This is the first line of the text,.* The second line .* The third line/);
});

test('lines of a manuscript with double spacing are one paragraph', async () => {
  const markdown = await drawn((document) => {
    for (let line = 0; line < 9; line++)
      at(
        document,
        'The committee met in the spring to look at all the figures of that year and the next',
        line % 3 === 0 ? 90 : 72,
        100 + 21 * line,
      );
  });
  expect(markdown.trim().split('\n\n')).toHaveLength(1);
});

test('the largest line of the first page is the title, also where it ends with a colon', async () => {
  const markdown = await drawn((document) => {
    sized(document, 'Harbours and Ships:', 72, 100, 17);
    sized(document, 'An Introduction', 72, 120, 17);
    for (let line = 0; line < 12; line++)
      at(
        document,
        'The committee met in the spring to look at all the figures of that year and the next',
        72,
        150 + 12 * line,
      );
  });
  expect(markdown).toMatch(/^# Harbours and Ships: An Introduction\n/);
});

test('a hyphen at the end of a line stays before a capital, and an address goes on in the next line', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The laser in the valley is among the brightest there are: it is the Swiss-', 72, 100);
    at(document, 'FEL, of which more is said in the places that are named at https://example.org/', 72, 112);
    at(document, 'harbours, and what is called Ein- und Ausgabe.', 72, 124);
  });
  expect(markdown).toContain('the Swiss-FEL');
  expect(markdown).toContain('example.org/harbours');
});

test('a formula with its number at the edge is no table with the section below it', async () => {
  const markdown = await drawn((document) => {
    at(document, 'y = ax + b', 200, 100);
    at(document, '(1)', 500, 100);
    at(document, 'z = cx + d', 200, 118);
    at(document, '(2)', 500, 118);
    at(document, 'w = ex + f', 200, 136);
    at(document, '(3)', 500, 136);
  });
  expect(markdown).not.toContain('|');
});

test('a variable behind a function or the index of another is a word of its own', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The sum is', 72, 100);
    document.font('Times-Italic');
    sized(document, 'a', 120, 107, 10);
    sized(document, '1', 125, 108.5, 7);
    sized(document, 'x', 129, 107, 10);
    sized(document, '1', 133.5, 108.5, 7);
    document.font('Times-Roman');
    sized(document, 'log', 160, 107, 10);
    const end = 160 + document.widthOfString('log');
    document.font('Times-Italic');
    sized(document, 'y', end + 1.35, 107, 10);
  });
  expect(markdown.replaceAll('*', '')).toBe('The sum is a1 x1 log y\n');
});

test('a listing with the numbers of its lines is code', async () => {
  const markdown = await drawn((document) => {
    for (const [index, code] of ['def advance', 'position.each', 'speed += 1', 'end'].entries()) {
      document.font('Times-Roman').fontSize(7);
      at(document, String(index + 1), 60, 101 + 12 * index);
      document.font('Courier').fontSize(10);
      at(document, code, 80, 100 + 12 * index);
    }
  });
  expect(markdown).not.toContain('|');
  expect(markdown).toBe('```\n1 def advance\n2 position.each\n3 speed += 1\n4 end\n```\n');
});

test('a page that is a listing keeps the numbers of its lines', async () => {
  const markdown = await drawn((document) => {
    for (let line = 90; line < 106; line++) {
      document.font('Times-Roman').fontSize(7);
      at(document, String(line), 76 - document.widthOfString(String(line)), 101 + 12 * (line - 90));
      document.font('Courier').fontSize(10);
      at(document, `\\set_box:${line * 3}`, 80, 100 + 12 * (line - 90));
    }
  });
  expect(markdown).toMatch(/^```\n 90 \\set_box:270\n[^|]+\n105 \\set_box:315\n```\n$/);
});

test('what is bold on a line of its own is not part of the paragraph above it', async () => {
  const markdown = await drawn((document) => {
    at(document, 'harbours, ships, rivers', 72, 100);
    document.font('Times-Bold');
    at(document, 'How to cite this:', 72, 112);
    document.font('Times-Roman');
    at(document, 'A. Berg, On Harbours, in a journal of which there are few that are so old, 1912.', 72, 124);
  });
  expect(markdown).toBe(
    'harbours, ships, rivers\n\n**How to cite this:**\n\nA. Berg, On Harbours, in a journal of which there are few that are so old, 1912.\n',
  );
});

/** Two columns: the text of the first ends in the middle of a sentence above a note. */
function drawColumns(document: Document, top: readonly string[]): void {
  const line = 'the boats of the town went out to sea again';
  for (let index = 0; index < 12; index++) {
    at(document, `${index === 0 ? 'Early' : 'and'} ${line}`, 72, 100 + 12 * index);
    at(document, index < top.length ? (top[index] ?? '') : `and ${line}`, 320, 100 + 12 * index);
  }
}

test('authors beside each other are read one after the other', async () => {
  const authors = [
    ['Anna Berg', 'Institute for Harbours', 'Oslo, Norway', 'berg@example.org'],
    ['Carl Dahl', 'School of Ships', 'Turku, Finland', 'dahl@example.org'],
    ['Eva Falk', 'The Company of Rivers and Lakes', 'Lund, Sweden', 'falk@example.org'],
  ];
  const markdown = await drawn((document) => {
    sized(document, 'On the Harbours of the North', 180, 80, 18);
    for (const [column, author] of authors.entries())
      for (const [row, text] of author.entries())
        at(document, text, 120 + 170 * column - document.widthOfString(text) / 2, 110 + 12 * row);
    for (let line = 0; line < 8; line++)
      at(
        document,
        'The committee met in the spring to look at all the figures of that year and the next',
        72,
        190 + 12 * line,
      );
  });
  expect(markdown).toMatch(
    /^# On the Harbours of the North\n\nAnna Berg Institute .* berg@example\.org\n\nCarl Dahl .* dahl@example\.org\n\nEva Falk .* falk@example\.org\n\nThe committee/,
  );
});

test('a note at the foot of a column does not part the sentence that goes on in the next one', async () => {
  const markdown = await drawn((document) => {
    drawColumns(document, []);
    sized(document, '1', 72, 270, 5);
    sized(document, 'Those of the old harbour, as the people there call it.', 76, 273, 7.5);
  });
  expect(markdown).toMatch(
    /^Early the boats .*(?:and the boats of the town went out to sea again ?){23}\n\n\^1 Those of the old harbour/,
  );
});

test('a caption at the top of a column does not part the sentence that goes on below it', async () => {
  const markdown = await drawn((document) => {
    drawColumns(document, [
      'Figure 3: The boats of the harbour in spring,',
      'as they were in the year 1912.',
      '',
    ]);
  });
  expect(markdown).toMatch(
    /^Early the boats .*(?:and the boats of the town went out to sea again ?){20}\n\nFigure 3: The boats .* 1912\.\n$/,
  );
});

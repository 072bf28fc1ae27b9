import { expect, test } from '@jest/globals';
import { at, drawn, sized } from '../../../test/formats/pdf/drawn.fixture.ts';

test('items that are counted by letters in parentheses keep them', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The rules are these:', 72, 100);
    at(document, '(a) the first of them, see (b);', 90, 114);
    at(document, '(b) the other one.', 90, 128);
  });
  expect(markdown).toBe('The rules are these:\n\n- (a) the first of them, see (b);\n- (b) the other one.\n');
});

test('a heading with room behind its number is no row of a table, whatever stands below it', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The harbour was repaired in spring by all people who live near it and use it.', 72, 86);
    document.font('Times-Bold');
    at(document, '2.1', 72, 114);
    at(document, 'Options', 100, 114);
    document.font('Times-Roman');
    for (const [index, option] of ['-a', '-b', '-c'].entries()) {
      at(document, option, 72, 130 + 14 * index);
      at(document, `what option ${index} means`, 100, 130 + 14 * index);
    }
  });
  expect(markdown).toMatch(/^#+ 2\.1 Options$/m);
});

test('text along the axis of a figure comes behind the text of its page, and breaks no paragraph', async () => {
  const markdown = await drawn((document) => {
    const line = (index: number) =>
      `The harbour was repaired in spring ${index} by all people who live near it, use it and own it`;
    for (let index = 0; index < 6; index++) at(document, line(index), 72, 700 + 12 * index);
    document.rotate(-90, { origin: [60, 400] });
    at(document, 'Ships a day', 60, 400);
    document.rotate(90, { origin: [60, 400] });
    document.addPage();
    at(document, 'and no one else does.', 72, 72);
  });
  expect(markdown).toContain('use it and own it and no one else does.\n\nShips a day');
});

test('terms with explanations beside them that go on in further lines are a list and no table', async () => {
  const markdown = await drawn((document) => {
    at(
      document,
      'These variables are read by the harbour when it starts in the morning of each of its days:',
      72,
      86,
    );
    const rows = [
      ['SHIPS', 'The ships that may enter, by their names, as long as the list of them is'],
      ['', 'no longer than a day.'],
      ['TIDES', 'The times of the tides, of which there are two a day in all of the months'],
      ['', 'but one.'],
      ['DEPTH', 'How deep it is.'],
    ];
    for (const [index, [term = '', text = '']] of rows.entries()) {
      if (term) at(document.font('Courier'), term, 90, 104 + 12 * index);
      at(document.font('Times-Roman'), text, 150, 104 + 12 * index);
    }
  });
  expect(markdown).toContain(
    '- `SHIPS` The ships that may enter, by their names, as long as the list of them is no longer than a day.\n- `TIDES` The times',
  );
});

test('entries of a table of contents without dots are a list and no table', async () => {
  const markdown = await drawn((document) => {
    for (const [index, title] of ['The harbour', 'Its ships and boats', 'Tides', 'Index'].entries()) {
      at(document, title, 72, 100 + 14 * index);
      const page = `${index * 7 + 3}`;
      at(document, page, 500 - document.widthOfString(page), 100 + 14 * index);
    }
  });
  expect(markdown).toBe('- The harbour 3\n- Its ships and boats 10\n- Tides 17\n- Index 24\n');
});

test('lines that end with what they define are no rows of a table', async () => {
  const markdown = await drawn((document) => {
    for (const [index, name] of ['open(gate)', 'close(gate)', 'lift(bridge, height)'].entries()) {
      at(document, name, 72, 100 + 14 * index);
      at(document, '[Function]', 450, 100 + 14 * index);
    }
  });
  expect(markdown).not.toContain('|');
});

test('authors below a title are no headings, even where they are larger than the text', async () => {
  const markdown = await drawn((document) => {
    sized(document, 'A Study of Harbours', 72, 100, 18);
    sized(document, 'A. Berg, Harbour Institute, Oslo, Norway', 72, 130, 12);
    sized(document, 'C. D. Dahl and E. Holm', 72, 146, 12);
    for (let index = 0; index < 6; index++)
      at(document, `The harbour was repaired in spring ${index} by all people near it`, 72, 180 + 12 * index);
  });
  expect(markdown.match(/^#.*$/gm)).toEqual(['# A Study of Harbours']);
});

test('a stamp across a page is no part of the lines that it crosses', async () => {
  const markdown = await drawn((document) => {
    const line = (index: number) =>
      `The harbour was repaired in spring ${index} by all people who live near it, use it and own it`;
    for (let index = 0; index < 12; index++) at(document, line(index), 72, 100 + 12 * index);
    document.rotate(-45, { origin: [300, 200] });
    document.fontSize(12);
    at(document, 'DRAFT', 280, 200);
  });
  expect(markdown).toMatch(/own it\n\nDRAFT\n$/);
  expect(markdown.match(/DRAFT/g)).toHaveLength(1);
});

test('code keeps the room between its columns', async () => {
  const markdown = await drawn((document) => {
    document.font('Courier');
    for (const [index, row] of ['Run  Ships   Boats', '  1  12.50  -80.13', 'end'].entries())
      at(document, row, 72, 100 + 12 * index);
  });
  expect(markdown).toBe('```\nRun  Ships   Boats\n  1  12.50  -80.13\nend\n```\n');
});

test('a note at the foot of a page that is nothing but an address is no code', async () => {
  const markdown = await drawn((document) => {
    at(document, 'The harbour has a page of its own.', 72, 100);
    sized(document, '1', 72, 716, 6);
    document.font('Courier');
    sized(document, 'https://harbour.example/ships', 76, 720, 9);
  });
  expect(markdown).toBe('The harbour has a page of its own.\n\n^1 `https://harbour.example/ships`\n');
});

test('heads with the numbers of their pages are left out, also where each stands on few pages and far from the edge', async () => {
  const markdown = await drawn((document) => {
    for (let page = 1; page <= 5; page++) {
      if (page > 1) document.addPage();
      at(document, `${3 + 2 * page} The harbour in spring ${page}`, 72, 101);
      at(document, `${page}`, 500, 101);
      at(document, `Page ${page} says that the harbour was repaired by all who live near it.`, 72, 140);
    }
    document.addPage();
    sized(document, '6 Ships', 72, 108, 18);
    at(document, 'Page 6 says that ships may enter, by their names.', 72, 140);
  });
  expect(markdown).not.toContain('The harbour in spring');
  expect(markdown).toMatch(/^#+ 6 Ships$/m);
});

test('a heading is found that the outline spells with other letters that look alike', async () => {
  const markdown = await drawn((document) => {
    document.outline.addItem('Sh\u0456ps \u0456n spr\u0131ng');
    at(document, 'Ships in spring', 72, 72);
    at(document, 'The harbour was repaired in spring by all people who live near it and use it.', 72, 86);
  });
  expect(markdown).toBe(
    '# Ships in spring\n\nThe harbour was repaired in spring by all people who live near it and use it.\n',
  );
});

test('a heading is found whose outline names the sections that it stands in', async () => {
  const markdown = await drawn((document) => {
    document.outline.addItem('III-A Lights of the harbour');
    at(document, 'A. Lights of the harbour', 72, 72);
    at(document, 'The harbour was repaired in spring by all people who live near it and use it.', 72, 86);
  });
  expect(markdown).toMatch(/^# A\. Lights of the harbour\n/);
});

test('a signature is the heading that the outline names by its number of arguments', async () => {
  const markdown = await drawn((document) => {
    for (const entry of ['sail/0', 'harbour:sail/2', 'moor/1']) document.outline.addItem(entry);
    document.font('Courier');
    at(document, 'sail() -> ok', 72, 72);
    at(document, 'harbour:sail({Boat, Crew},', 72, 120);
    at(document, '  fun((Port) -> Port)) -> ok', 72, 132);
    at(document, 'moor(Boat, Rope) -> ok', 72, 180);
    document.font('Times-Roman');
    for (const y of [86, 146, 194]) at(document, 'Leaves the harbour with all who are on board.', 72, y);
  });
  expect(markdown.match(/^#.*$/gm)).toEqual([
    '# `sail() -> ok`',
    '# `harbour:sail({Boat, Crew}, fun((Port) -> Port)) -> ok`',
  ]);
  expect(markdown).toContain('```\nmoor(Boat, Rope) -> ok\n```');
});

test('a head in letters of a typewriter that names what its page is about is no code, and code at the edge of a page is', async () => {
  const names = ['open', 'close', 'read', 'write', 'seek', 'bind', 'listen', 'accept'];
  const markdown = await drawn((document) => {
    for (const [index, name] of names.entries()) {
      if (index > 0) document.addPage();
      document.font('Courier');
      at(document, `${name}_file (library)`, 72, 40);
      if (index === 3) at(document, 'boats = harbour(3);', 72, 74);
      document.font('Times-Roman');
      for (let line = 0; line < 20; line++)
        at(
          document,
          `The ${line} boats of the harbour are painted every spring by all who ${name} them`,
          72,
          100 + 14 * line,
        );
    }
  });
  expect(markdown).not.toContain('_file');
  expect(markdown).toContain('```\nboats = harbour(3);\n```');
});

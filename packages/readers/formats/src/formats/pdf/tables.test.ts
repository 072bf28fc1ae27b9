import { expect, test } from '@jest/globals';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

/** Draws lines across at these heights, and down at these places. */
function rule(document: Document, across: readonly number[], down: readonly number[]): void {
  const [left, right] = [down[0] as number, down.at(-1) as number];
  const [top, bottom] = [across[0] as number, across.at(-1) as number];
  for (const y of across) document.moveTo(left, y).lineTo(right, y).stroke();
  for (const x of down) document.moveTo(x, top).lineTo(x, bottom).stroke();
}

function rows(document: Document, texts: readonly string[][], places: readonly number[], top: number): void {
  for (const [index, row] of texts.entries())
    for (const [column, text] of row.entries())
      at(document, text, places[column] as number, top + 14 * index);
}

test('rows of a table are parted where no lines part them, and columns where only some have lines', async () => {
  const markdown = await drawn((document) => {
    rule(document, [90, 110, 184], [70, 160, 330]);
    rows(document, [['Harbour', 'Ships', 'Boats']], [80, 170, 250], 94);
    const texts = [
      ['Oslo', '12', '1.5'],
      ['Bergen', '7', '20.1'],
      ['New Haven', '130', '3.3'],
      ['Tromsø', '9', '4.0'],
      ['Average', '39', '7.2'],
    ];
    rows(document, texts, [80, 170, 250], 114);
  });
  expect(markdown).toBe(
    [
      '| Harbour | Ships | Boats |',
      '| --- | --- | --- |',
      '| Oslo | 12 | 1.5 |',
      '| Bergen | 7 | 20.1 |',
      '| New Haven | 130 | 3.3 |',
      '| Tromsø | 9 | 4.0 |',
      '| Average | 39 | 7.2 |\n',
    ].join('\n'),
  );
});

test('a row whose cells have some lines each is one row', async () => {
  const markdown = await drawn((document) => {
    rule(document, [90, 110, 156], [70, 190, 330]);
    rows(document, [['Harbour', 'Rule']], [80, 200], 94);
    const texts = [
      ['The new harbour of', 'Ships of more than'],
      ['the town, opened in', 'ten men have to wait'],
      ['spring', 'for the tide'],
    ];
    rows(document, texts, [80, 200], 114);
  });
  expect(markdown).toContain(
    '| The new harbour of the town, opened in spring | Ships of more than ten men have to wait for the tide |',
  );
});

test('boxes of a form are paragraphs, with what stands in them', async () => {
  const labels = ['Name of the applicant:', 'Town:', 'Purpose of the journey:', 'Ship:', 'Crew:', 'Cargo:'];
  const values = ['Anna Berg of the harbour', 'Oslo', 'Trade', 'Fram', '12 men and women', 'Salt'];
  const markdown = await drawn((document) => {
    rule(document, [90, 130, 170, 210, 250, 290, 330], [70, 400]);
    document.moveTo(235, 130).lineTo(235, 170).stroke();
    for (const [index, label] of labels.entries()) at(document, label, 80, 100 + 40 * index);
    for (const [index, value] of values.entries())
      at(document, value, index === 1 ? 250 : 150, 114 + 40 * index);
  });
  expect(markdown).toBe(
    [
      'Name of the applicant: Anna Berg of the harbour',
      'Town:',
      'Oslo',
      'Purpose of the journey: Trade',
      'Ship: Fram',
      'Crew: 12 men and women',
      'Cargo: Salt\n',
    ].join('\n\n'),
  );
});

test('code that has its result beside it is read before that', async () => {
  const markdown = await drawn((document) => {
    document.font('Courier');
    for (const [index, code] of ['begin graph', '  size 6 3', '  title "Ships"', 'end graph'].entries())
      at(document, code, 72, 100 + 12 * index);
    document.font('Times-Roman');
    for (const [index, text] of ['Ships a day', 'in the harbour'].entries())
      at(document, text, 300, 111 + 12 * index);
    at(document, 'The harbour was repaired in spring by all people who live near it and use it.', 72, 180);
  });
  expect(markdown).toBe(
    [
      '```\nbegin graph\n  size 6 3\n  title "Ships"\nend graph\n```',
      'Ships a day in the harbour',
      'The harbour was repaired in spring by all people who live near it and use it.\n',
    ].join('\n\n'),
  );
});

test('terms in code with explanations beside them stay in their order', async () => {
  const markdown = await drawn((document) => {
    for (const [index, term] of ['open', 'close', 'lift', 'lower'].entries()) {
      at(document.font('Courier'), term, 72, 100 + 12 * index);
      at(document.font('Times-Roman'), `to ${term} the gate`, 200, 100 + 12 * index);
    }
  });
  expect(markdown).toMatch(/`open`.*to open the gate.*\n(?:.*\n)?.*`close`.*to close the gate/);
});

test('the head of a table without lines may have a second line of single letters', async () => {
  const markdown = await drawn((document) => {
    document.font('Times-Bold');
    rows(
      document,
      [
        ['Document', 'Painter B', 'Parameter'],
        ['A', '', 'C'],
      ],
      [72, 160, 250],
      100,
    );
    document.font('Times-Roman');
    const texts = [
      ['Agreement', 'to', '6653'],
      ['Connection', '45.4%', 'as'],
      ['Climate', '7939', 'harvest'],
    ];
    rows(document, texts, [72, 160, 250], 132);
  });
  expect(markdown).not.toContain('#');
  expect(markdown).toMatch(/^\| .*Document.* \| .*Painter B.* \| .*Parameter.* \|\n\| --- /);
});

test('a head at the left of its column stands over numbers at the right', async () => {
  const texts = [
    ['Door', '3.50'],
    ['Lamp', '40.50'],
    ['Wall', '114.50'],
    ['Roof', '7.25'],
  ];
  const markdown = await drawn((document) => {
    rows(document, [['Part', 'Cost']], [72, 300], 100);
    for (const [index, [part = '', cost = '']] of texts.entries()) {
      at(document, part, 72, 120 + 20 * index);
      at(document, cost, 400 - document.widthOfString(cost), 120 + 20 * index);
    }
  });
  expect(markdown).toBe(
    `| Part | Cost |\n| --- | --- |\n${texts.map((row) => `| ${row.join(' | ')} |\n`).join('')}`,
  );
});

test('a line across a table parts its rows, and lines of a cell that none parts are one row', async () => {
  const markdown = await drawn((document) => {
    const short = [
      ['Setting', 'Meaning', 'Default'],
      ['port', 'where it listens', '3000'],
      ['pause', 'seconds between two', '30'],
    ];
    for (const [index, row] of short.entries()) rows(document, [row], [72, 160, 300], 100 + 22 * index);
    const long = ['how often a message', 'is sent before it is', 'the last time'];
    for (const [index, line] of long.entries()) at(document, line, 160, 166 + 12 * index);
    rows(document, [['retries', '', '5']], [72, 160, 300], 178);
    for (const y of [116, 138, 160, 206]) document.moveTo(72, y).lineTo(340, y).stroke();
  });
  expect(markdown).toContain(
    '| pause | seconds between two | 30 |\n| retries | how often a message is sent before it is the last time | 5 |',
  );
});

test('texts of two boxes are two cells however near they are', async () => {
  const markdown = await drawn((document) => {
    const texts = [
      ['Door sensor', 'none', '3'],
      ['Battery pack', 'one', '7'],
      ['Wall mount', 'two', '9'],
    ];
    for (const [index, row] of texts.entries())
      for (const [column, [x, width]] of (
        [
          [72, 54],
          [128, 21],
          [151, 9],
        ] as const
      ).entries()) {
        document.rect(x, 98 + 14 * index, width, 12).stroke();
        at(document, row[column] ?? '', x + 1, 100 + 14 * index);
      }
  });
  expect(markdown).toMatch(/Door sensor \| none \| 3 \|/);
});

// docling 676
test.each([
  [
    'titles and what stands below them',
    [
      ['Customer', 'Contract'],
      ['Larkfield', 'C-77'],
    ],
    true,
  ],
  [
    'amounts and their names',
    [
      ['Subtotal', '115.00'],
      ['Tax of all', '123.00'],
    ],
    false,
  ],
])('two pairs in two rows are a table: %s', async (_, texts, isBold) => {
  const markdown = await drawn((document) => {
    if (isBold) document.font('Times-Bold');
    rows(document, texts.slice(0, 1), [72, 260], 100);
    document.font('Times-Roman');
    rows(document, texts.slice(1), [72, 260], 114);
  });
  const [head = [], values = []] = texts;
  expect(markdown.replaceAll('**', '')).toBe(
    `| ${head.join(' | ')} |\n| --- | --- |\n| ${values.join(' | ')} |\n`,
  );
});

test('a date that is broken at its hyphen is whole in its cell', async () => {
  const markdown = await drawn((document) => {
    rule(document, [90, 120, 150, 180], [70, 160, 330]);
    rows(
      document,
      [
        ['2026-', 'A new door'],
        ['03-01', 'was built'],
      ],
      [80, 170],
      94,
    );
    rows(
      document,
      [
        ['2026-', 'A new wall'],
        ['03-02', 'was built'],
      ],
      [80, 170],
      124,
    );
    rows(
      document,
      [
        ['2026-', 'A new roof'],
        ['03-03', 'was built'],
      ],
      [80, 170],
      154,
    );
  });
  expect(markdown).toContain('| 2026-03-02 | A new wall was built |');
});

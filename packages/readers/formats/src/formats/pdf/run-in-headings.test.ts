import { expect, test } from '@jest/globals';
import { at, type Document, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

/** A line that begins in bold letters and goes on in others. */
function runIn(document: Document, y: number, bold: string, rest: string): void {
  document.font('Times-Bold');
  at(document, bold, 72, y);
  const x = 72 + document.widthOfString(`${bold} `);
  document.font('Times-Roman');
  at(document, rest, x, y);
}

test('a heading that its text goes on behind is one where the outline names it', async () => {
  const markdown = await drawn((document) => {
    document.outline.addItem('Lights of the harbour');
    runIn(document, 100, '5.1 Lights of the harbour.', 'They are seen from afar by all ships that');
    at(document, 'come near it in the night.', 72, 112);
  });
  expect(markdown).toBe(
    '# 5.1 Lights of the harbour.\n\nThey are seen from afar by all ships that come near it in the night.\n',
  );
});

test('such a heading may go over two lines', async () => {
  const markdown = await drawn((document) => {
    document.outline.addItem('Lights of the harbour and of all the boats that lie in it');
    document.font('Times-Bold');
    at(document, '5.1 Lights of the harbour and of all the', 72, 100);
    runIn(document, 112, 'boats that lie in it.', 'They are seen from afar by all who come.');
  });
  expect(markdown).toBe(
    '# 5.1 Lights of the harbour and of all the boats that lie in it.\n\nThey are seen from afar by all who come.\n',
  );
});

test('bold words that the outline does not name stay in their paragraph', async () => {
  const markdown = await drawn((document) => {
    document.outline.addItem('Ships');
    runIn(document, 100, 'Lights of the harbour.', 'They are seen from afar by all ships that come.');
  });
  expect(markdown).toBe('**Lights of the harbour.** They are seen from afar by all ships that come.\n');
});

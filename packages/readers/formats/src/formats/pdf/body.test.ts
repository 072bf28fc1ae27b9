import { expect, test } from '@jest/globals';
import { at, drawn } from '../../../test/formats/pdf/drawn.fixture.ts';

const sentence = 'The harbour was built for boats that came from the north, and for those of the east.';

test('a chapter in larger letters than the others is text, not headings', async () => {
  const markdown = await drawn((document) => {
    for (const [size, pages] of [
      [9, 3],
      [10, 1],
    ] as const)
      for (let page = 0; page < pages; page++) {
        document.addPage().fontSize(size);
        for (let index = 0; index < 45; index++) at(document, sentence, 60, 60 + 14 * index);
        at(document, 'and no others came.', 60, 60 + 14 * 45);
      }
  });
  expect(markdown).not.toMatch(/^#/m);
});

test('chapters in bold among the contents are entries, not headings', async () => {
  const markdown = await drawn((document) => {
    const entry = (index: number, title: string, page: string) => {
      at(document, title, 60, 60 + 12 * index);
      document.text(page, 300, 60 + 12 * index, { width: 150, align: 'right', lineBreak: false });
    };
    document.font('Times-Bold');
    entry(0, '1 Boats of the north', '6');
    entry(3, '2 Boats of the east', '12');
    document.font('Times-Roman');
    const dots = ' .'.repeat(40);
    entry(1, `Their sails${dots}`, '7');
    entry(2, `Their crews${dots}`, '8');
    entry(4, `Their journeys${dots}`, '13');
    document.addPage();
    for (let index = 0; index < 30; index++) at(document, sentence, 60, 60 + 14 * index);
  });
  expect(markdown).not.toMatch(/^#/m);
  expect(markdown).toContain('- **2 Boats of the east 12**');
});

test('a heading in bold whose number is not bold is one', async () => {
  const markdown = await drawn((document) => {
    for (let section = 1; section < 4; section++) {
      const y = 200 * section - 100;
      at(document.font('Times-Roman'), `1.${section}`, 60, y);
      at(document.font('Times-Bold'), 'What are the boats called?', 80, y);
      document.font('Times-Roman');
      for (let index = 1; index < 8; index++) at(document, sentence, 60, y + 14 * index);
    }
  });
  expect(markdown.match(/^#+ 1\.\d What are the boats called\?$/gm)).toHaveLength(3);
});

test('text beside long tables in smaller letters is no heading, in a short document too', async () => {
  const markdown = await drawn((document) => {
    for (let index = 0; index < 24; index++) at(document, `${sentence} Table`, 60, 60 + 12 * index);
    document.fontSize(12);
    for (let index = 0; index < 8; index++) {
      at(document, 'Among the boats of the north, those whose crews were the largest', 85, 450 + 40 * index);
      at(document, 'came first.', 60, 470 + 40 * index);
    }
  });
  expect(markdown).not.toMatch(/^#/m);
});

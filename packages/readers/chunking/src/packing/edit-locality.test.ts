import { casesOf } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { sampleParagraph, sampleSentence, seededRandom } from '../../test/sample-documents.ts';
import { chunkMarkdown } from '../index.ts';

const options = { chunkSize: 200, chunkOverlap: 20 };
const editsOfEach = casesOf(5, 2);

const edits = {
  edit: (paragraphs: string[], at: number, paragraph: string) => paragraphs.with(at, paragraph),
  insert: (paragraphs: string[], at: number, paragraph: string) => paragraphs.toSpliced(at, 0, paragraph),
  delete: (paragraphs: string[], at: number) => paragraphs.toSpliced(at, 1),
};

const random = seededRandom(2026);

/** Headings stay with the paragraphs that they stand above. */
const underHeading = (paragraph: string, index: number) =>
  index % 10 === 0 ? `## ${sampleSentence(random).slice(0, 30)}\n\n${paragraph}` : paragraph;

test.each([
  ['prose without headings', '\n\n', (paragraph: string) => paragraph],
  ['prose in one line', ' ', (paragraph: string) => paragraph],
  ['a list', '\n', (paragraph: string) => `- ${paragraph}`],
  ['sections', '\n\n', underHeading],
])(
  'of 1,000 chunks of %s at most 5 are new after a paragraph is edited, inserted or deleted',
  (_, separator, wrap) => {
    const paragraphs = Array.from({ length: 1_900 }, (__, index) => wrap(sampleParagraph(random), index));
    const before = chunkMarkdown(paragraphs.join(separator), options);
    expect(before.length).toBeGreaterThanOrEqual(1_000);
    const known = new Set(before.map((chunk) => chunk.text));

    for (const change of Object.values(edits)) {
      for (let count = 0; count < editsOfEach; count++) {
        const at = 10 * Math.floor(random() * 190) + 1 + (count % 9); // Not a paragraph with a heading.
        const changed = change(paragraphs, at, wrap(sampleParagraph(random), at)).join(separator);
        const added = chunkMarkdown(changed, options).filter((chunk) => !known.has(chunk.text));
        expect(added.length).toBeLessThanOrEqual(5);
      }
    }
  },
);

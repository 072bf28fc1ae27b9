import { propertyRuns } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  markdownDocuments,
  sampleParagraph,
  sampleSentence,
  seededRandom,
} from '../../test/sample-documents.ts';
import { type Chunk, chunkMarkdown, countTokens } from '../index.ts';

const random = seededRandom(11);
const paragraphs = (count: number) =>
  Array.from({ length: count }, () => sampleParagraph(random)).join('\n\n');

/** Returns the text that each chunk repeats of the one before. */
function repeated(text: string, chunks: Chunk[]): string[] {
  return chunks
    .slice(1)
    .map((chunk, index) => text.slice(chunk.start, Math.max(chunk.start, chunks[index]?.end ?? 0)));
}

test('consecutive chunks of prose share whole sentences, nearly as many tokens as allowed', () => {
  const text = paragraphs(300);
  for (const chunkOverlap of [40, 100, 200]) {
    const shared = repeated(text, chunkMarkdown(text, { chunkSize: 500, chunkOverlap }));
    expect(shared.length).toBeGreaterThan(20);
    for (const part of shared) {
      expect(part).toMatch(/^[A-Z][\s\S]*\.$/);
      expect(countTokens(part)).toBeLessThanOrEqual(chunkOverlap);
      expect(countTokens(part)).toBeGreaterThan(chunkOverlap - 30);
    }
  }
});

test('where no sentence is short enough, chunks share words', () => {
  const text = paragraphs(50);
  for (const part of repeated(text, chunkMarkdown(text, { chunkSize: 100, chunkOverlap: 4 }))) {
    expect(countTokens(part)).toBeGreaterThan(0);
    expect(countTokens(part)).toBeLessThanOrEqual(4);
  }
});

test('chunks never share more than allowed, whatever the document', () => {
  fc.assert(
    fc.property(
      markdownDocuments,
      fc.integer({ min: 4, max: 80 }),
      fc.integer({ min: 0, max: 60 }),
      (text, chunkSize, overlap) => {
        const chunkOverlap = Math.min(overlap, chunkSize - 1);
        for (const part of repeated(text, chunkMarkdown(text, { chunkSize, chunkOverlap }))) {
          expect(countTokens(part)).toBeLessThanOrEqual(chunkOverlap);
        }
      },
    ),
    propertyRuns(200),
  );
});

test('nothing is repeated over a heading, code or a table', () => {
  const section = (title: string) => `## ${title}\n\n${paragraphs(4)}\n\n`;
  const bySection = `${section('One')}${section('Two')}${section('Three')}`;
  for (const chunk of chunkMarkdown(bySection, { chunkSize: 400, chunkOverlap: 100 })) {
    expect(chunk.text.indexOf('## ', 1)).toBe(-1);
  }
  const rows = Array.from({ length: 100 }, (_, i) => `| ${i} | ${sampleSentence(random)} |`);
  const table = `| a | b |\n|---|---|\n${rows.join('\n')}`;
  expect(repeated(table, chunkMarkdown(table, { chunkSize: 400, chunkOverlap: 100 })).join('')).toBe('');
});

test('a block that is kept whole takes the room of what would be repeated', () => {
  const rows = Array.from({ length: 24 }, (_, i) => `| name ${i} | ${i} |`).join('\n');
  const text = `${paragraphs(10)}\n\n| a | b |\n|---|---|\n${rows}\n`;
  const last = chunkMarkdown(text, { chunkSize: 220, chunkOverlap: 100 }).at(-1);
  expect(last?.text).toContain(rows);
});

test('no chunk lies wholly inside the next', () => {
  const random = seededRandom(5);
  const text = Array.from({ length: 40 }, (_, i) =>
    i % 3 === 0 ? 'One short sentence.' : `# Part ${i}\n\nShort. ${sampleParagraph(random)}`,
  ).join('\n\n');
  for (const chunkSize of [30, 60, 120]) {
    const chunks = chunkMarkdown(text, { chunkSize, chunkOverlap: chunkSize / 2 });
    for (const [index, chunk] of chunks.slice(1).entries())
      expect(chunk.start).toBeGreaterThan(chunks[index]?.start ?? Number.POSITIVE_INFINITY);
  }
});

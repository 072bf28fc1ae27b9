import { AppError } from '@docfleet/errors';
import { propertyRuns } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { markdownDocuments, sampleParagraph, seededRandom } from '../test/sample-documents.ts';
import { type ChunkOptions, chunkMarkdown, countTokens, createChunker } from './index.ts';

const chunkOptions = fc
  .oneof(fc.integer({ min: 4, max: 12 }), fc.integer({ min: 13, max: 300 }))
  .chain((chunkSize) =>
    fc.record({
      chunkSize: fc.constant(chunkSize),
      chunkOverlap: fc.integer({ min: 0, max: chunkSize - 1 }),
    }),
  );

const forAllDocuments = (holds: (text: string, options: ChunkOptions) => void) =>
  fc.assert(fc.property(markdownDocuments, chunkOptions, holds), propertyRuns(400));

test('no chunk has more tokens than allowed, or says that it has another number', () => {
  forAllDocuments((text, options) => {
    for (const chunk of chunkMarkdown(text, options)) {
      expect(chunk.tokens).toBe(countTokens(chunk.text));
      expect(chunk.tokens).toBeLessThanOrEqual(options.chunkSize);
    }
  });
});

test('nothing but white space lies outside of all chunks, and each shows what its offsets say', () => {
  forAllDocuments((text, options) => {
    let covered = 0;
    for (const chunk of chunkMarkdown(text, options)) {
      expect(text.slice(covered, Math.max(covered, chunk.start)).trim()).toBe('');
      expect(chunk.text).toContain(text.slice(chunk.start, chunk.end));
      expect(chunk.end).toBeGreaterThan(covered);
      covered = chunk.end;
    }
    expect(text.slice(covered).trim()).toBe('');
  });
});

test('the chunks are the same however the document is cut into pieces', () => {
  fc.assert(
    fc.property(
      markdownDocuments,
      chunkOptions,
      fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
      (text, options, sizes) => {
        const chunker = createChunker(options);
        const chunks = [];
        for (let start = 0; start < text.length; ) {
          const end = start + sizes.next().value;
          chunks.push(...chunker.push(text.slice(start, end)));
          start = end;
        }
        chunks.push(...chunker.end());
        expect(chunks).toEqual(chunkMarkdown(text, options));
      },
    ),
    propertyRuns(300),
  );
});

test('a character is never cut in two', () => {
  const text = `${'👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20)} ${'𠜎𠜱𡿺'.repeat(30)}`;
  for (const chunkSize of [1, 2, 3, 5, 40]) {
    const chunks = chunkMarkdown(text, { chunkSize, chunkOverlap: 0 });
    expect(chunks.map((chunk) => chunk.text.isWellFormed())).not.toContain(false);
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text.replace(' ', ''));
  }
});

test('a grapheme that fits in a chunk is not cut', () => {
  const family = '👩‍👩‍👧‍👦';
  const size = countTokens(family) + 2;
  const chunks = chunkMarkdown(family.repeat(20), { chunkSize: size, chunkOverlap: 0 });
  expect(new Set(chunks.map((chunk) => chunk.text))).toEqual(new Set([family]));
});

test('only a single code point may have more tokens than a tiny limit', () => {
  for (const chunkSize of [1, 2, 3]) {
    for (const chunk of chunkMarkdown('Tiny limits: 𓀀 你 naïve é 👩‍👧 end.', {
      chunkSize,
      chunkOverlap: 0,
    })) {
      if (chunk.tokens > chunkSize) expect([...chunk.text]).toHaveLength(1);
    }
  }
});

test('a document that fits is one chunk, exactly as it is', () => {
  const text = '# Title\n\nOne paragraph.\n\n- a list\n\n## Section\n\nAnother paragraph.';
  expect(chunkMarkdown(`\n${text}\n\n`, { chunkSize: 100, chunkOverlap: 10 })).toEqual([
    { text, tokens: countTokens(text), start: 1, end: 1 + text.length, headings: ['Title'] },
  ]);
});

test.each([
  ['', 0],
  [' \n\t\r\n ', 0],
  ['x', 1],
])('%j has %i chunks', (text, count) => {
  expect(chunkMarkdown(text, { chunkSize: 10, chunkOverlap: 2 })).toHaveLength(count);
});

test('chunks come while the document is still being read, also within one endless line', () => {
  const line = `${sampleParagraph(seededRandom(1))} `.repeat(50);
  for (const text of [line, 'QUJD'.repeat(5_000), '<div>'.repeat(3_000)]) {
    const chunker = createChunker({ chunkSize: 200, chunkOverlap: 20 });
    const early = [...chunker.push(text), ...chunker.push(text)];
    expect(early.at(-1)?.end).toBeGreaterThan(text.length / 2);
    expect(chunker.end().at(-1)?.end).toBe((text + text).trimEnd().length);
  }
});

test.each([
  [{ chunkSize: 0, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 8_192, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 10.5, chunkOverlap: 0 }, 'chunkSize'],
  [{ chunkSize: 10, chunkOverlap: 10 }, 'chunkOverlap'],
  [{ chunkSize: 10, chunkOverlap: -1 }, 'chunkOverlap'],
])('%j is refused because of its %s', (options, setting) => {
  expect(() => createChunker(options)).toThrow(AppError);
  expect(() => createChunker(options)).toThrow(
    expect.objectContaining({ code: 'INVALID_CHUNK_CONFIG', details: { setting } }),
  );
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { setDocument } from '../../../test/formats/pdf/documents.fixture.ts';
import { randomDocument } from '../../../test/formats/pdf/random-documents.fixture.ts';
import { emptyScores, f1, score } from '../../../test/formats/pdf/scores.fixture.ts';

const scores = emptyScores();

beforeAll(async () => {
  for (let seed = 101; seed <= 112; seed++) {
    const { pieces, style } = randomDocument(seed);
    score(scores, pieces, await markdownOf('a.pdf', await setDocument(pieces, style)));
  }
}, 60_000);

describe('PDFs of many layouts are read as they were written (F1)', () => {
  it('headings', () => expect(f1(scores.headings)).toBeGreaterThan(0.97));
  it('headings with their levels', () => expect(f1(scores.levels)).toBeGreaterThan(0.97));
  it('tables with lines', () => expect(f1(scores.ruled)).toBeGreaterThan(0.95));
  it('tables without lines, and none that is prose', () => expect(f1(scores.open)).toBeGreaterThan(0.9));
  it('items of lists with their depth', () => expect(f1(scores.items)).toBeGreaterThan(0.97));
  it('whole paragraphs, over lines, columns and pages', () =>
    expect(f1(scores.paragraphs)).toBeGreaterThan(0.95));
  it('code', () => expect(f1(scores.code)).toBeGreaterThan(0.95));
});

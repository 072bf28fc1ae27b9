import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { casesOf, runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { readDocfleet } from '../readers/docfleet.ts';
import { type FetchedManual, fetchManual } from './fetch.ts';
import { addHtmlFacts, noStructure } from './html-facts.ts';
import { manuals } from './manuals.ts';
import { structureOfMarkdown } from './markdown-structure.ts';
import { readOutline } from './outline.ts';
import { f1OfHeadings, scoreStructure } from './score.ts';
import { textOfMarkdown } from './text-of-markdown.ts';
import { scoreWords } from './words.ts';

/** Small files of three programs that set type; all of them are `npm run bench:parsing-public`. */
const small = ['fhs', 'maint-guide', 'R-data'];
const wanted = small.slice(0, casesOf(small.length, 0));
const folder = resolve('.docfleet/bench-parsing/public');

async function fetchAll(): Promise<{ fetched: FetchedManual[]; reason: string }> {
  if (wanted.length === 0)
    return { fetched: [], reason: 'manuals that others made are read by npm run test:long' };
  try {
    await mkdir(folder, { recursive: true });
    const chosen = manuals.filter(({ name }) => wanted.includes(name));
    return { fetched: await Promise.all(chosen.map((manual) => fetchManual(folder, manual))), reason: '' };
  } catch (error) {
    const cause = error instanceof Error ? error.message.split('\n', 1)[0] : error;
    return { fetched: [], reason: `the packages of the manuals cannot be downloaded: ${cause}` };
  }
}

const { fetched, reason } = await fetchAll();

runWhere(test, fetched.length > 0, reason)(
  'manuals that others made keep their words, spaces, headings, tables and code',
  async () => {
    for (const { name, pdfPath, html } of fetched) {
      const { stdout } = await promisify(execFile)('pdftotext', [pdfPath, '-'], { maxBuffer: 2 ** 28 });
      const markdown = await readDocfleet(pdfPath);
      const truth = noStructure();
      for (const page of html) addHtmlFacts(truth, page);
      const words = scoreWords(stdout, textOfMarkdown(markdown));
      const structure = scoreStructure(
        truth,
        await readOutline(pdfPath),
        structureOfMarkdown(markdown),
        stdout,
      );
      const headings = structure.headings ? f1OfHeadings(structure.headings) : 0;
      const { right, expected } = words.lostSpaces;
      const lost = right / expected;
      const { recall, precision } = words;
      const found = {
        recall: recall > 0.97,
        precision: precision > 0.99,
        lost: lost < 0.0005,
        headings: headings > 0.95,
      };
      // The name and the figures show which of them is missed, and by how much.
      expect({ name, recall, precision, lost, headings, found }).toMatchObject({
        found: { recall: true, precision: true, lost: true, headings: true },
      });
    }
  },
  300_000,
);

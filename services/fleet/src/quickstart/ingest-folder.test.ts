import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Api } from './api.ts';
import { ingestFolder } from './ingest-folder.ts';
import { chooseSearches } from './prepare-namespace.ts';

interface Listing {
  readonly filterConfig: { readonly documentIngestionStatuses?: readonly string[] };
  readonly includeConfig?: { readonly statsByStatus?: boolean };
}

/** An API that ingests every file but those whose names begin with `broken`. */
function startApi(uploads: Readonly<Record<string, string>>[] = []): Api {
  const documents: { name: string; externalId: string; ingestionStatus: string; metadata: object }[] = [];
  const answer = ({ filterConfig: { documentIngestionStatuses }, includeConfig }: Listing) => {
    if (includeConfig?.statsByStatus)
      return { statsByStatus: [{ status: 'SUCCESS', totalCount: documents.length }] };
    const wanted = documents.filter(
      ({ ingestionStatus }) => documentIngestionStatuses?.includes(ingestionStatus) ?? true,
    );
    return { documents: wanted, hasNextPage: false, nextCursor: null };
  };
  return {
    call: async (_method, _path, body) => answer(body as Listing),
    async upload(file, fields) {
      uploads.push(fields);
      const ingestionStatus = basename(file).startsWith('broken') ? 'FAILED' : 'SUCCESS';
      documents.push({ name: basename(file), externalId: file, ingestionStatus, metadata: {} });
    },
  };
}

test('the searches of a folder are named after files that were read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-quickstart-'));
  try {
    for (const name of ['broken-1.pdf', 'broken-2.pdf', 'okapi.md', 'zebra-census.txt'])
      await writeFile(join(folder, name), name);
    const names = await ingestFolder(startApi(), 'quickstart', { folder, hasOcr: false });
    expect(names).toEqual(['okapi.md', 'zebra-census.txt']);
    expect(await chooseSearches(folder, names)).toEqual(['okapi', 'zebra census']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each([
  [true, '{"strategy":"STANDARD_OCR"}'],
  [false, undefined],
])('where Tesseract is installed, scanned PDFs are read (%s)', async (hasOcr, ocrConfig) => {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-quickstart-'));
  try {
    await writeFile(join(folder, 'scan.pdf'), 'scan');
    const uploads: Readonly<Record<string, string>>[] = [];
    await ingestFolder(startApi(uploads), 'quickstart', { folder, hasOcr });
    expect(uploads.map((fields) => fields['ocrConfig'])).toEqual([ocrConfig]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Api } from './api.ts';
import { type FoundFile, findFiles } from './find-files.ts';

const barWidth = 30;

/** Draws one line over itself on a terminal; elsewhere only the end is printed. */
function drawProgress(done: number, total: number): void {
  const complete = done >= total;
  if (!process.stdout.isTTY && !complete) return;
  const filled = total === 0 ? barWidth : Math.min(barWidth, Math.round((done / total) * barWidth));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const start = process.stdout.isTTY ? '\r' : '';
  process.stdout.write(`${start}  ${bar} ${done}/${total}${complete ? '\n' : ''}`);
}

const documentRecord = z.object({
  name: z.string().nullable(),
  externalId: z.string(),
  ingestionStatus: z.string(),
  ingestionError: z.string().nullish(),
  /** Other programs may have stored anything in the same field. */
  metadata: z.object({ sha256: z.string().optional().catch(undefined) }),
});
const documentPage = z.object({ documents: z.array(documentRecord), nextCursor: z.string().nullish() });
const documentCounts = z.object({
  statsByStatus: z.array(z.object({ status: z.string(), totalCount: z.number() })),
});

type DocumentRecord = z.output<typeof documentRecord>;

const pageSize = 100;
const pollEveryMs = 150;
const uploadsAtOnce = 4;

async function listAll(api: Api, namespaceId: string, filterConfig: object): Promise<DocumentRecord[]> {
  const documents: DocumentRecord[] = [];
  let cursor: string | null | undefined;
  do {
    const pagination = { pageSize, ...(cursor && { cursor }) };
    const listing = { namespaceId, filterConfig, pagination };
    const page = documentPage.parse(await api.call('POST', '/v1/documents', listing));
    documents.push(...page.documents);
    cursor = page.nextCursor;
  } while (cursor);
  return documents;
}

async function countEnded(api: Api, namespaceId: string, batch: string): Promise<number> {
  const { statsByStatus } = documentCounts.parse(
    await api.call('POST', '/v1/documents', {
      namespaceId,
      filterConfig: { metadata: { batch } },
      includeConfig: { documents: false, statsByStatus: true },
    }),
  );
  const ended = statsByStatus.filter(({ status }) => ['SUCCESS', 'FAILED', 'CANCELLED'].includes(status));
  return ended.reduce((sum, { totalCount }) => sum + totalCount, 0);
}

interface Batch {
  readonly batch: string;
  readonly files: readonly FoundFile[];
  readonly hasOcr: boolean;
}

async function uploadAll(api: Api, namespaceId: string, { batch, files, hasOcr }: Batch): Promise<number> {
  const waiting = [...files];
  let refused = 0;
  const uploader = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const metadata = JSON.stringify({ path: file.name, sha256: file.sha256, batch });
      const config = JSON.stringify({ externalId: file.path });
      // Without Tesseract a PDF of which one page is a picture could not be read at all.
      const ocr = hasOcr ? { ocrConfig: JSON.stringify({ strategy: 'STANDARD_OCR' }) } : {};
      await api
        .upload(file.path, { namespaceId, source: 'FILE', metadata, config, ...ocr })
        .catch((error: Error) => {
          refused += 1;
          process.stdout.write(`\n  ${file.name}: ${error.message}\n`);
        });
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, uploader));
  return refused;
}

async function waitUntilEnded(
  api: Api,
  namespaceId: string,
  batch: string,
  total: () => number,
): Promise<void> {
  for (;;) {
    const ended = await countEnded(api, namespaceId, batch);
    drawProgress(ended, total());
    if (ended >= total()) return;
    await sleep(pollEveryMs);
  }
}

/**
 * Ingests the files of a folder that are new or changed since the last time, with the scanned pages of PDFs where OCR is installed, and
 * shows how it goes. Returns the names of all
 * files that can be searched now: no example should ask for one that could not be read.
 */
export async function ingestFolder(
  api: Api,
  namespaceId: string,
  { folder, hasOcr }: { folder: string; hasOcr: boolean },
): Promise<string[]> {
  const files = await findFiles(folder);
  const known = new Map((await listAll(api, namespaceId, {})).map((record) => [record.externalId, record]));
  const isKnown = ({ path, sha256 }: FoundFile) =>
    known.get(path)?.metadata.sha256 === sha256 && known.get(path)?.ingestionStatus === 'SUCCESS';
  const fresh = files.filter((file) => !isKnown(file));
  if (fresh.length === 0) {
    process.stdout.write(`All ${files.length} documents of ${folder} are ingested already.\n`);
    return files.map((file) => file.name);
  }
  process.stdout.write(`Ingesting ${fresh.length} of ${files.length} documents of ${folder}\n`);
  const batch = randomUUID();
  let expected = fresh.length;
  const uploading = uploadAll(api, namespaceId, { batch, files: fresh, hasOcr }).then((refused) => {
    expected -= refused;
  });
  await Promise.all([uploading, waitUntilEnded(api, namespaceId, batch, () => expected)]);
  await reportFailures(api, namespaceId, batch);
  const searchable = await listAll(api, namespaceId, { documentIngestionStatuses: ['SUCCESS'] });
  const paths = new Set(searchable.map(({ externalId }) => externalId));
  return files.filter(({ path }) => paths.has(path)).map((file) => file.name);
}

async function reportFailures(api: Api, namespaceId: string, batch: string): Promise<void> {
  const filter = { metadata: { batch }, documentIngestionStatuses: ['FAILED'] };
  for (const { name, ingestionError } of await listAll(api, namespaceId, filter))
    process.stdout.write(`  ${name}: ${ingestionError}\n`);
}

import { resolve } from 'node:path';
import type { Metadata } from '@docfleet/sdk';
import { readFields, readInteger, readOneOf } from '../arguments.ts';
import { misuse } from '../cli-failure.ts';
import { defineCommand } from '../define-command.ts';
import { deleteDocuments } from '../ingest/delete-documents.ts';
import { follow, type Snapshot, snapshot } from '../ingest/follow.ts';
import { ingestAddresses, ingestInput } from '../ingest/ingest-addresses.ts';
import { type IngestFilesOptions, ingestFiles } from '../ingest/ingest-files.ts';
import { listFiles, openRoot, type Root } from '../ingest/list-files.ts';
import { findMissedDeletions } from '../ingest/missed-deletions.ts';
import { createReporter, failedDocuments, type Reporter } from '../ingest/reporter.ts';
import { openSentFiles } from '../ingest/sent-files.ts';
import type { Session } from '../session.ts';

interface IngestOptions {
  readonly watch?: boolean;
  readonly sitemap?: boolean;
  readonly website?: boolean;
  readonly metadata?: Metadata;
  readonly name: string;
  readonly externalId?: string;
  readonly idPrefix?: string;
  readonly hidden: boolean;
  readonly chunkSize?: number;
  readonly chunkOverlap?: number;
  readonly ocr?: boolean;
  readonly wholeHtml?: boolean;
  readonly maxLinks?: number;
  readonly maxDepth?: number;
  readonly sync?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'NEVER';
  readonly concurrency: number;
  readonly wait: boolean;
  readonly force: boolean;
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'NEVER'] as const;
const maxChunkTokens = 8_191;
const defaultChunkTokens = 400;
const defaultOverlapTokens = 80;

/** `ingest FILE|FOLDER|URL…`. */
export const addIngestCommand = defineCommand<readonly string[], IngestOptions>({
  name: 'ingest',
  description: 'ingest files, folders and addresses, and wait until they are searchable',
  argument: ['<source...>', 'files, folders, addresses, or - for standard input'],
  options: [
    ['-w, --watch', 'keep watching the files for changes and deletions'],
    ['--force', 'send unchanged files as well', undefined, false],
    ['--no-wait', 'return once everything is accepted'],
    ['--metadata <key=value>', 'metadata of every document; repeatable', readFields],
    ['--sitemap', 'the addresses are sitemaps'],
    ['--website', 'the addresses are websites to crawl'],
    ['--max-links <number>', 'maximum pages of a sitemap or website', readInteger(1, 1_000_000)],
    ['--max-depth <number>', 'maximum distance from the start page, in links', readInteger(1, 5)],
    ['--sync <frequency>', 're-read the addresses: daily, weekly or monthly', readOneOf(frequencies)],
    ['--id-prefix <text>', 'begin the ids of files with this instead of the path of their folder'],
    ['--hidden', 'include hidden files', undefined, false],
    ['--name <name>', 'name of piped content; its extension determines the type', undefined, 'stdin.txt'],
    ['--external-id <id>', 'external id of piped content'],
    ['--ocr', 'recognize text in scanned pages (OCR), as the server does by default'],
    ['--whole-html', 'read HTML files with their menus and related links, not their content alone'],
    ['--chunk-size <tokens>', 'maximum tokens of a chunk', readInteger(1, maxChunkTokens)],
    ['--chunk-overlap <tokens>', 'tokens that consecutive chunks share', readInteger(0, maxChunkTokens)],
    ['--concurrency <number>', 'files that are uploaded in parallel', readInteger(1, 32), 4],
  ],
  notes: `A file is identified by its path: ingesting it again updates its document. Files that are unchanged since they were
sent from this machine are skipped unless --force is given, so that repeating the command resumes an interrupted
ingestion. Elsewhere, as in CI, --id-prefix replaces the folder's path.

In folders, hidden and empty files, links, and the names in .gitignore and .docfleetignore are skipped.
--watch deletes the documents of deleted files, including files that were deleted since they were sent.
A folder that is empty at the start deletes nothing: it may be the mount point of a drive that is not connected.

In a pipe or with --json, each document is a line of JSON. The exit code is 5 when documents failed.`,
  examples: [
    'docfleet ingest handbook.pdf',
    'docfleet ingest ~/notes --watch',
    'docfleet ingest docs --id-prefix handbook --metadata team=people',
    'docfleet ingest https://example.com/page https://youtu.be/dQw4w9WgXcQ',
    'docfleet ingest https://example.com/sitemap.xml --sitemap --sync weekly',
    'pandoc notes.org -t gfm | docfleet ingest - --name notes.md --external-id notes',
  ],
  act: run,
});

async function run(session: Session, sources: readonly string[], options: IngestOptions): Promise<void> {
  const isAddress = (source: string) => /^https?:\/\//i.test(source);
  const addresses = sources.filter(isAddress);
  const paths = sources.filter((source) => !isAddress(source) && source !== '-');
  const isPiped = sources.includes('-');
  checkOptions({ options, addresses, paths, isPiped });
  const namespaceId = session.namespaceId();
  const common = { ...commonOptions(options), namespaceId };
  const files = { ...common, ...fileOptions(session, options) };
  const roots = await Promise.all(
    paths.map((path) => openRoot(resolve(session.environment.workingDirectory, path), rootOptions(options))),
  );
  const reporter = createReporter(session, { isVerbose: false });
  const known = await sendFiles(session, roots, reporter, { files, isWatched: options.watch ?? false }).catch(
    (error: unknown) => {
      if (session.signal.aborted) reporter.interrupted();
      throw error;
    },
  );
  if (isPiped) await ingestInput(session, reporter, { ...common, ...inputOptions(options) });
  if (addresses.length > 0)
    await ingestAddresses(session, addresses, reporter, { ...common, ...addressOptions(options) });
  const failed = await reporter.conclude();
  if (options.watch) await watchFiles(session, roots, { known, files });
  if (failed > 0) throw failedDocuments(failed);
}

interface Choice {
  readonly options: IngestOptions;
  readonly addresses: readonly string[];
  readonly paths: readonly string[];
  readonly isPiped: boolean;
}

function checkOptions({ options, addresses, paths, isPiped }: Choice): void {
  const { sitemap, website, watch, wait, externalId, chunkSize, chunkOverlap, sync, maxLinks, maxDepth } =
    options;
  if (sitemap && website)
    throw misuse('An address is a sitemap or a website', 'Ingest them one after the other.');
  if ((sitemap || website || sync) && addresses.length === 0)
    throw misuse('No address was named', 'Addresses begin with https:// or http://.');
  if (maxLinks !== undefined && !sitemap && !website)
    throw misuse('--max-links needs --sitemap or --website', 'A page is read alone.');
  if (maxDepth !== undefined && !website)
    throw misuse('--max-depth needs --website', 'Only a website is crawled.');
  if (watch && (paths.length === 0 || addresses.length > 0 || isPiped))
    throw misuse('Only files and folders can be watched', 'For addresses, say --sync daily.');
  if (watch && !wait) throw misuse('--watch waits', 'Leave --no-wait out.');
  if (externalId !== undefined && !isPiped)
    throw misuse('--external-id is for what is piped in', 'Files are known by their paths; see --id-prefix.');
  if (chunkOverlap !== undefined && chunkOverlap >= (chunkSize ?? defaultChunkTokens))
    throw misuse(
      'Chunks cannot share more than they hold',
      'Make --chunk-overlap smaller than --chunk-size.',
    );
}

const rootOptions = ({ idPrefix, hidden }: IngestOptions) => ({ idPrefix, hidden });

function commonOptions({ metadata, chunkSize, chunkOverlap, ocr, wholeHtml, wait }: IngestOptions) {
  const isCut = chunkSize !== undefined || chunkOverlap !== undefined;
  const size = chunkSize ?? defaultChunkTokens;
  const overlap = chunkOverlap ?? Math.min(defaultOverlapTokens, Math.floor(size / 5));
  return {
    isAwaited: wait,
    ...(metadata && { metadata }),
    ...(isCut && { chunkConfig: { chunkSize: size, chunkOverlap: overlap } }),
    ...(ocr && { ocrConfig: { strategy: 'STANDARD_OCR' as const } }),
    ...(wholeHtml && { htmlContent: 'WHOLE' as const }),
  };
}

const inputOptions = ({ name, externalId }: IngestOptions) => ({
  name,
  ...(externalId !== undefined && { externalId }),
});

const addressOptions = ({ sitemap, website, maxLinks, maxDepth, sync }: IngestOptions) => ({
  kind: sitemap ? ('sitemap' as const) : website ? ('website' as const) : ('page' as const),
  ...(maxLinks !== undefined && { maxLinks }),
  ...(maxDepth !== undefined && { maxDepth }),
  ...(sync && { sync }),
});

const fileOptions = (session: Session, { concurrency, force, idPrefix }: IngestOptions) => ({
  concurrency,
  isForced: force,
  sentFiles: openSentFiles(session, idPrefix),
});

/** Sends the files of all roots; in watch mode, remembers which files were sent. */
async function sendFiles(
  session: Session,
  roots: readonly Root[],
  reporter: Reporter,
  { files: options, isWatched }: { files: IngestFilesOptions; isWatched: boolean },
): Promise<Snapshot> {
  const { signal } = session;
  if (roots.length === 0) return new Map();
  if (isWatched) {
    const { sentFiles } = options;
    const known = await snapshot(roots, signal);
    reporter.expect(known.size);
    const missed = await findMissedDeletions(session, roots, { known, sentFiles });
    await deleteDocuments(session, missed, { reporter, sentFiles });
    await ingestFiles(session, known.values(), reporter, options);
    return known;
  }
  let total = 0;
  for await (const _ of listAllFiles(roots, signal)) total++;
  reporter.expect(total);
  await ingestFiles(session, listAllFiles(roots, signal), reporter, options);
  return new Map();
}

async function* listAllFiles(roots: readonly Root[], signal: AbortSignal) {
  for (const root of roots) yield* listFiles(root, signal);
}

async function watchFiles(
  session: Session,
  roots: readonly Root[],
  { known, files }: { known: Snapshot; files: IngestFilesOptions },
): Promise<never> {
  session.printer.note('Watching for changes. Ctrl-C ends it.');
  const reporter = createReporter(session, { isVerbose: true });
  return follow(session, roots, { known, reporter, options: { ...files, isForced: false } });
}

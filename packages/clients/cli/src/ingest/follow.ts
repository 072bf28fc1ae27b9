import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasRunEnded, type IngestJobRunDocuments } from '@docfleet/sdk';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { openProgressBar } from '../terminal/progress.ts';
import { deleteDocuments } from './delete-documents.ts';
import { type IngestFilesOptions, ingestFiles } from './ingest-files.ts';
import { listFiles, type Root, type SourceFile } from './list-files.ts';
import type { Reporter } from './reporter.ts';

/** Follows a run to its end with a progress bar and returns its last state, also when documents of it failed. */
export async function watchRun(session: Session, ingestJobRunId: string): Promise<IngestJobRunDocuments> {
  const { client, signal, terminal, environment } = session;
  const bar = openProgressBar(terminal, environment.isColorless);
  try {
    return await client.waitForRun(
      { namespaceId: session.namespaceId(), ingestJobRunId },
      {
        allowFailures: true,
        signal,
        onProgress: ({ status, documentCounts }) => {
          const { queued, processing, completed, failed, cancelled } = documentCounts;
          const done = completed + failed + cancelled;
          // While the source is read, the total is unknown.
          const total =
            status === 'PROCESSING' || hasRunEnded({ status }) ? done + queued + processing : undefined;
          const waiting = queued + processing;
          bar.show({
            done,
            total,
            text: `${completed} done, ${waiting} to go, ${failed} failed (${status})`,
          });
        },
      },
    );
  } finally {
    bar.clear();
  }
}

/** Files by their external ids. */
export type Snapshot = Map<string, SourceFile>;

/** Time without further changes after which changed files are sent, so that no file is sent while it is being written. */
const quietMs = 400;
/** Some changes are not reported: on network drives, and where the system runs out of watches. */
const lookAgainMs = 30_000;

/**
 * Follows files until the signal is aborted: sends new and changed files, deletes the documents of removed ones. Reads the folders
 * again after each change that the operating system reports, because its reports may be incomplete.
 */
export async function follow(
  session: Session,
  roots: readonly Root[],
  { known, reporter, options }: { known: Snapshot; reporter: Reporter; options: IngestFilesOptions },
): Promise<never> {
  const { signal } = session;
  const changes = listen(roots, signal);
  // Something may have changed since they were read.
  changes.again();
  for (;;) {
    await changes.next(lookAgainMs);
    await wait(quietMs, undefined, { signal });
    const now = await snapshot(roots, signal);
    const changed = [...now.values()].filter((file) => isNews(known.get(file.externalId), file));
    const settled = changed.filter(({ changedAtMs }) => Math.abs(Date.now() - changedAtMs) >= quietMs / 2);
    const gone = [...known.values()].filter(({ externalId }) => !now.has(externalId));
    await deleteDocuments(session, gone, { reporter, sentFiles: options.sentFiles });
    for (const { externalId } of gone) known.delete(externalId);
    await ingestFiles(session, settled, reporter, options);
    for (const file of settled) known.set(file.externalId, file);
    if (settled.length < changed.length) changes.again();
  }
}

/** Lists the files that exist now. Rejects when a folder cannot be read: its files must not be taken for deleted. */
export async function snapshot(roots: readonly Root[], signal: AbortSignal): Promise<Snapshot> {
  const files: Snapshot = new Map();
  for (const root of roots)
    for await (const file of listOrStop(root, signal)) files.set(file.externalId, file);
  return files;
}

async function* listOrStop(root: Root, signal: AbortSignal): AsyncGenerator<SourceFile> {
  try {
    yield* listFiles(root, signal);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    // A file that was named itself may go; a folder that cannot be read may be a drive that is away.
    if (!root.isFolder && (cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new CliFailure(`${root.path} can no longer be read, so that nothing of it was deleted`, {
      advice: 'Start again when it is back. docfleet documents delete deletes its documents.',
      cause,
    });
  }
}

const isNews = (before: SourceFile | undefined, { bytes, changedAtMs }: SourceFile): boolean =>
  before?.bytes !== bytes || before.changedAtMs !== changedAtMs;

interface Changes {
  /** Resolves at the next change, or after `withinMs` milliseconds. */
  next(withinMs: number): Promise<void>;
  /** Lets the next wait end at once. */
  again(): void;
}

function listen(roots: readonly Root[], signal: AbortSignal): Changes {
  let isChanged = false;
  let wake: () => void = () => {};
  const again = () => {
    isChanged = true;
    wake();
  };
  for (const { path, isFolder } of roots) {
    // An editor that replaces a file would take its watch along.
    const watcher = watch(isFolder ? path : dirname(path), { recursive: isFolder, persistent: false }, again);
    // The folders are also read without it, only later.
    watcher.on('error', again);
    signal.addEventListener('abort', () => watcher.close(), { once: true });
  }
  return {
    again,
    async next(withinMs) {
      const waiting = new AbortController();
      wake = () => waiting.abort();
      if (!isChanged)
        await wait(withinMs, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(
          () => {},
        );
      signal.throwIfAborted();
      isChanged = false;
    },
  };
}

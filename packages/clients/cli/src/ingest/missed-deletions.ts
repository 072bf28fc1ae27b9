import { lstat } from 'node:fs/promises';
import type { Session } from '../session.ts';
import { visibleLine } from '../terminal/table.ts';
import type { GoneFile } from './delete-documents.ts';
import type { Snapshot } from './follow.ts';
import type { Root } from './list-files.ts';
import type { SentFile, SentFiles } from './sent-files.ts';
import { documentsAsSent } from './skip-unchanged.ts';

/**
 * Files that were sent from these folders before, and that were deleted while no command watched. Not among them are those whose documents
 * another user has changed since, and those of a folder in which nothing is left: it may be the place of a drive that is away.
 */
export async function findMissedDeletions(
  session: Session,
  roots: readonly Root[],
  { known, sentFiles }: { readonly known: Snapshot; readonly sentFiles: SentFiles },
): Promise<GoneFile[]> {
  const missed: GoneFile[] = [];
  for (const { path: root, isFolder } of roots) {
    const sent = isFolder ? await sentFiles.sentFrom(root) : [];
    const gone = await goneOf([...sent].filter(([externalId]) => !known.has(externalId)));
    if (gone.length === 0) continue;
    if (![...known.values()].some((file) => file.root === root)) {
      session.printer.note(
        `${visibleLine(root)} is empty, so that nothing of it was deleted. docfleet documents delete deletes its documents.`,
      );
      continue;
    }
    missed.push(
      ...(await unchangedSince(session, gone, (id) => sentFiles.forget(root, id))).map((file) => ({
        ...file,
        root,
      })),
    );
  }
  return missed;
}

type Sent = readonly [externalId: string, SentFile];

/** A file may also be left out by a rule that is new; that is no deletion. */
async function goneOf(sent: readonly Sent[]): Promise<Sent[]> {
  const gone: Sent[] = [];
  for (const entry of sent) if (await isGone(entry[1].path)) gone.push(entry);
  return gone;
}

const isGone = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return true;
      throw error;
    },
  );

async function unchangedSince(
  session: Session,
  gone: readonly Sent[],
  forget: (externalId: string) => Promise<void>,
) {
  const asSent = await documentsAsSent(
    session.client,
    session.namespaceId(),
    gone.map(([, sent]) => sent),
  );
  const unchanged = gone.filter(([, { documentId }]) => asSent.has(documentId));
  const others = gone.filter(([, { documentId }]) => !asSent.has(documentId));
  for (const [externalId] of others) await forget(externalId);
  if (others.length > 0)
    session.printer.note(
      `Left alone, as they are gone or another user has changed them: ${others.length} documents`,
    );
  return unchanged.map(([externalId, { path }]) => ({ externalId, path }));
}

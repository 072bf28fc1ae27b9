import { hasRunEnded, type IngestJobRunDocuments } from '@docfleet/sdk';
import type { Session } from '../session.ts';
import { openProgressBar } from '../terminal/progress.ts';

/** Follows a run to its end with a progress bar and returns its last state, whatever failed in it. */
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

import type { IngestJobRun, IngestJobRunDocuments } from '@docfleet/sdk';
import { readTexts } from '../arguments.ts';
import { defineCommand, defineGroup, defineList } from '../define-command.ts';
import { watchRun } from '../ingest/follow.ts';
import { failedDocuments } from '../ingest/reporter.ts';
import type { Columns } from '../terminal/printer.ts';
import { age, visibleLine } from '../terminal/table.ts';

/** Status of a run as it is shown: a canceled run is COMPLETED, because the documents that it had ingested stay. */
const stateOf = ({ status, cancelledAt }: Pick<IngestJobRun, 'status' | 'cancelledAt'>) =>
  cancelledAt === null ? status : 'CANCELLED';

const columns: Columns<IngestJobRun> = {
  ID: ({ id }) => id,
  STATUS: stateOf,
  SOURCE: ({ ingestConfig }) => ingestConfig.source,
  CREATED: ({ createdAt }) => age(createdAt.isoString),
  ERROR: ({ errorMessage }) => errorMessage,
};

interface ListOptions {
  readonly status?: readonly string[];
  readonly connection?: readonly string[];
  readonly cancelled?: boolean;
}

const list = defineList<IngestJobRun, undefined, ListOptions>({
  name: 'list',
  description: 'list runs, the newest first',
  options: [
    ['--status <status>', 'only these: queued, processing, completed; repeatable', readTexts],
    ['--cancelled', 'only those that were cancelled'],
    ['--connection <id>', 'only those that read this connection; repeatable', readTexts],
  ],
  examples: ['docfleet runs list --status processing', 'docfleet runs list --connection CONNECTION'],
  columns,
  none: 'There are no such runs.',
  find: (session, { options: { status, connection, cancelled }, pageSize }) =>
    session.client.runs.list({
      namespaceId: session.namespaceId(),
      ...(status && { ingestionJobRunStatuses: status.map((text) => text.toUpperCase()) }),
      ...(cancelled && { isCancelled: true }),
      ...(connection && { connectionIds: connection }),
      pagination: { pageSize },
    }),
});

const get = defineCommand<string>({
  name: 'get',
  description: 'show the progress of a run, and what failed',
  argument: ['<id>'],
  examples: ['docfleet runs get RUN'],
  async act(session, ingestJobRunId) {
    const run = await session.client.runs.get({ namespaceId: session.namespaceId(), ingestJobRunId });
    await session.printer.result(run, describe(run));
  },
});

const watch = defineCommand<string>({
  name: 'watch',
  description: 'follow a run to its end; ends with 5 when documents failed',
  argument: ['<id>'],
  notes: 'Ctrl-C ends the watching, not the run.',
  examples: ['docfleet runs watch RUN'],
  async act(session, ingestJobRunId) {
    const run = await watchRun(session, ingestJobRunId);
    await session.printer.result(run, describe(run));
    const failed = run.documentCounts.failed + (run.errorMessage === null ? 0 : 1);
    if (failed > 0) throw failedDocuments(failed);
  },
});

const cancel = defineCommand<string>({
  name: 'cancel',
  description: 'stop the unfinished documents of a run',
  argument: ['<id>'],
  examples: ['docfleet runs cancel RUN'],
  async act(session, ingestJobRunId) {
    const answer = await session.client.runs.cancel({ namespaceId: session.namespaceId(), ingestJobRunId });
    await session.printer.result(answer, [`Cancelled documents: ${answer.itemsCancelled}`]);
  },
});

function describe(run: IngestJobRunDocuments) {
  const { id, errorMessage, documentCounts, documents, items } = run;
  const counts = Object.entries(documentCounts).map(([name, count]) => `${count} ${name}`);
  return [
    `Run        ${id}`,
    `Status     ${stateOf(run)}`,
    `Documents  ${counts.join(', ')}`,
    ...(errorMessage === null ? [] : [`Error      ${visibleLine(errorMessage)}`]),
    ...documents.failed.map((one) => `✗ ${one.id}  ${visibleLine(one.error ?? '')}`),
    ...(items?.skippedItems ?? []).map(({ name, reason }) => `- ${visibleLine(`${name}: ${reason}`)}`),
  ];
}

/** `runs list|get|watch|cancel`. */
export const addRunCommands = defineGroup({ name: 'runs', description: 'follow and cancel ingestion runs' }, [
  list,
  get,
  watch,
  cancel,
]);

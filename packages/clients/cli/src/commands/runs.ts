import type { IngestJobRun, IngestJobRunDocuments } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readTexts } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { failedDocuments } from '../ingest/outcome.ts';
import { watchRun } from '../ingest/watch-run.ts';
import { addLimit, type LimitOptions, limited, pageSizeFor } from '../list-limit.ts';
import { openSession } from '../session.ts';
import { age } from '../terminal/age.ts';
import type { Columns } from '../terminal/printer.ts';
import { visibleLine } from '../terminal/visible-text.ts';

/** A run that was cancelled ends as COMPLETED: what it had ingested stays. */
const stateOf = ({ status, cancelledAt }: Pick<IngestJobRun, 'status' | 'cancelledAt'>) =>
  cancelledAt === null ? status : 'CANCELLED';

const columns: Columns<IngestJobRun> = {
  ID: ({ id }) => id,
  STATUS: stateOf,
  SOURCE: ({ ingestConfig }) => ingestConfig.source,
  CREATED: ({ createdAt }) => age(createdAt.isoString),
  ERROR: ({ errorMessage }) => errorMessage,
};

/** `runs list|get|watch|cancel`. */
export function addRunCommands(program: Command, cli: Cli): void {
  const runs = program.command('runs').description('follow and cancel ingestion runs');
  addList(runs, cli);
  addLooking(runs, cli);
  runs
    .command('cancel')
    .description('stop the unfinished documents of a run')
    .argument('<id>')
    .addHelpText('after', '\nExamples:\n  $ docfleet runs cancel RUN')
    .action(async (ingestJobRunId: string, _: object, command: Command) => {
      const session = await openSession(cli, command);
      const namespaceId = session.namespaceId();
      const answer = await session.client.runs.cancel({ namespaceId, ingestJobRunId });
      await session.printer.result(answer, [`Cancelled documents: ${answer.itemsCancelled}`]);
    });
}

interface ListOptions extends LimitOptions {
  readonly status?: readonly string[];
  readonly connection?: readonly string[];
  readonly cancelled?: boolean;
}

function addList(runs: Command, cli: Cli): void {
  addLimit(runs.command('list').description('list runs, the newest first'))
    .option('--status <status>', 'only these: queued, processing, completed; repeatable', readTexts)
    .option('--cancelled', 'only those that were cancelled')
    .option('--connection <id>', 'only those that read this connection; repeatable', readTexts)
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet runs list --status processing\n  $ docfleet runs list --connection CONNECTION',
    )
    .action(async (options: ListOptions, command: Command) => {
      const session = await openSession(cli, command);
      const found = session.client.runs.list({
        namespaceId: session.namespaceId(),
        ...(options.status && { ingestionJobRunStatuses: options.status.map((text) => text.toUpperCase()) }),
        ...(options.cancelled && { isCancelled: true }),
        ...(options.connection && { connectionIds: options.connection }),
        pagination: { pageSize: pageSizeFor(options) },
      });
      await session.printer.list(limited(found, options), columns, 'There are no such runs.');
    });
}

function addLooking(runs: Command, cli: Cli): void {
  runs
    .command('get')
    .description('show the progress of a run, and what failed')
    .argument('<id>')
    .addHelpText('after', '\nExamples:\n  $ docfleet runs get RUN')
    .action(async (ingestJobRunId: string, _: object, command: Command) => {
      const session = await openSession(cli, command);
      const run = await session.client.runs.get({ namespaceId: session.namespaceId(), ingestJobRunId });
      await session.printer.result(run, describe(run));
    });
  runs
    .command('watch')
    .description('follow a run to its end; ends with 5 when documents failed')
    .argument('<id>')
    .addHelpText(
      'after',
      '\nCtrl-C ends the watching, not the run.\n\nExamples:\n  $ docfleet runs watch RUN',
    )
    .action(async (ingestJobRunId: string, _: object, command: Command) => {
      const session = await openSession(cli, command);
      const run = await watchRun(session, ingestJobRunId);
      await session.printer.result(run, describe(run));
      const failed = run.documentCounts.failed + (run.errorMessage === null ? 0 : 1);
      if (failed > 0) throw failedDocuments(failed);
    });
}

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

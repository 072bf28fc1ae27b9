import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { StringDecoder } from 'node:string_decoder';
import type { Document, DocumentDetails } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readOneOf } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { CliFailure, misuse } from '../cli-failure.ts';
import { addLimit, type LimitOptions, limited, pageSizeFor } from '../list-limit.ts';
import { openSession } from '../session.ts';
import { age } from '../terminal/age.ts';
import type { Columns } from '../terminal/printer.ts';
import { confirm } from '../terminal/questions.ts';
import { visibleLine, visibleLines } from '../terminal/visible-text.ts';
import { addFilter, changeOf, type FilterOptions, filterOf } from './document-filter.ts';

const formats = ['TEXT', 'MARKDOWN', 'RAW'] as const;

interface ContentOptions {
  readonly format: (typeof formats)[number];
  readonly output?: string;
}

/** `documents content`. */
function addContentCommand(documents: Command, cli: Cli): void {
  documents
    .command('content')
    .description('print the stored content of a document')
    .argument('<id>')
    .option('--format <format>', 'text, markdown or raw: the file as it came', readOneOf(formats), 'TEXT')
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet documents content ID --format markdown | less\n  $ docfleet documents content ID --format raw -o handbook.pdf',
    )
    .action(async (documentId: string, { format, output }: ContentOptions, command: Command) => {
      const { client, terminal, environment, signal } = await openSession(cli, command);
      const isShown = output === undefined && terminal.output.isTTY === true;
      if (isShown && format === 'RAW')
        throw misuse('A file as it came is nothing for a terminal', 'Write it to a file: --output FILE');
      const type = ({ TEXT: 'text', MARKDOWN: 'markdown', RAW: 'raw' } as const)[format];
      const { body } = await client.documents.content({ documentId, format: type });
      const content = Readable.fromWeb((body ?? new Blob([]).stream()) as ReadableStream);
      if (output !== undefined) await saveTo(resolve(environment.workingDirectory, output), content, signal);
      // The output stays open for what else there is to say.
      else
        await pipeline([content, ...(isShown ? [showing()] : []), terminal.output], { signal, end: false });
    });
}

/** A file is there whole or not at all. */
async function saveTo(path: string, content: Readable, signal: AbortSignal): Promise<void> {
  const draft = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(draft), { signal });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new CliFailure(`${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** Shows what a terminal would obey. */
function showing(): Transform {
  const decoder = new StringDecoder('utf8');
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, visibleLines(decoder.write(chunk))),
    flush(done) {
      done(null, visibleLines(`${decoder.end()}\n`));
    },
  });
}

const columns: Columns<Document> = {
  ID: ({ id }) => id,
  STATUS: ({ ingestionStatus }) => ingestionStatus,
  TYPE: ({ documentType }) => documentType,
  UPDATED: ({ updatedAt }) => age(updatedAt.isoString),
  NAME: ({ name, externalId }) => name ?? externalId,
};

/** `documents list|get|content|delete|resync`. */
export function addDocumentCommands(program: Command, cli: Cli): void {
  const documents = program.command('documents').alias('docs').description('manage documents');
  addList(documents, cli);
  addGet(documents, cli);
  addContentCommand(documents, cli);
  addDelete(documents, cli);
  addResync(documents, cli);
}

function addList(documents: Command, cli: Cli): void {
  const list = documents.command('list').description('list documents, the newest first');
  addLimit(addFilter(list))
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet documents list --status failed\n  $ docfleet documents list --filter team=people --all --json | jq -r .id',
    )
    .action(async (options: FilterOptions & LimitOptions, command: Command) => {
      const session = await openSession(cli, command);
      const found = session.client.documents.list({
        namespaceId: session.namespaceId(),
        filterConfig: filterOf(options),
        pagination: { pageSize: pageSizeFor(options) },
      });
      await session.printer.list(limited(found, options), columns, 'There are no such documents.');
    });
}

function addGet(documents: Command, cli: Cli): void {
  documents
    .command('get')
    .description('show a document, and why it failed if it did')
    .argument('<id>')
    .addHelpText('after', '\nExamples:\n  $ docfleet documents get 01a1fdb6-4e1f-7000-8000-000000000000')
    .action(async (id: string, _: object, command: Command) => {
      const session = await openSession(cli, command);
      const { document } = await session.client.documents.get({ documentId: id });
      await session.printer.result(document, describe(document));
    });
}

function describe(document: DocumentDetails): string[] {
  const { documentProperties: properties, ingestionError, metadata } = document;
  const facts: Record<string, unknown> = {
    Name: document.name,
    Id: document.id,
    'External id': document.externalId,
    Status: document.ingestionStatus,
    Error: ingestionError,
    'What to do': document.advice,
    Source: document.ingestionSource,
    'Media type': properties.mimeType,
    Bytes: properties.fileSize,
    Tokens: properties.tokenCount,
    Chunks: properties.embeddingCount,
    Metadata: Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null,
    Run: document.ingestJobRun.id,
    Created: document.createdAt.isoString,
    Updated: document.updatedAt.isoString,
  };
  const notRead = document.notRead.map(
    ({ what, where, why, count }) =>
      `${'Not read'.padEnd(12)} ${visibleLine(`${what} x ${count}${where === null ? '' : `, ${where}`}: ${why}`)}`,
  );
  return [
    ...Object.entries(facts).flatMap(([title, value]) =>
      value === null || value === undefined ? [] : [`${title.padEnd(12)} ${visibleLine(String(value))}`],
    ),
    ...notRead,
  ];
}

function addDelete(documents: Command, cli: Cli): void {
  const remove = documents
    .command('delete')
    .description('delete documents; searches no longer find them at once')
    .argument('[id...]');
  addFilter(remove)
    .option('--all', 'every document of the namespace')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet documents delete 01a1fdb6-4e1f-7000-8000-000000000000\n  $ docfleet documents delete --status failed --yes',
    )
    .action(async (ids: readonly string[], options: FilterOptions & { yes?: boolean }, command: Command) => {
      const session = await openSession(cli, command);
      const { client, printer, terminal, signal } = session;
      const change = changeOf(options, ids);
      const namespaceId = session.namespaceId();
      const what = change.all ? `every document of ${visibleLine(namespaceId)}` : 'these documents';
      await confirm(terminal, `Delete ${what}?`, { yes: options.yes, signal });
      const { itemsDeleted } = await client.documents.delete({
        namespaceId,
        ...change,
        includeConfig: { documents: false },
      });
      await printer.result({ itemsDeleted }, [`Deleted: ${itemsDeleted}`]);
    });
}

function addResync(documents: Command, cli: Cli): void {
  const resync = documents
    .command('resync')
    .description('read documents again from their source')
    .argument('[id...]');
  addFilter(resync)
    .option('--all', 'every document of the namespace')
    .addHelpText(
      'after',
      '\nTexts and uploaded files have no source to read again: ingest them again.\n\nExamples:\n  $ docfleet documents resync --type url --status failed',
    )
    .action(async (ids: readonly string[], options: FilterOptions, command: Command) => {
      const session = await openSession(cli, command);
      const namespaceId = session.namespaceId();
      const answer = await session.client.documents.resync({ namespaceId, ...changeOf(options, ids) });
      const refused = answer.documents.filter(({ error }) => error !== null);
      await session.printer.result(answer, [
        `Queued: ${answer.itemsQueued}, not eligible: ${answer.itemsSkipped}`,
        ...refused.map(({ id, error }) => `  ${id}  ${visibleLine(error ?? '')}`),
      ]);
    });
}

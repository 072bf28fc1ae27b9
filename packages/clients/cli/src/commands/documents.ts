import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { StringDecoder } from 'node:string_decoder';
import type { Document, DocumentDetails } from '@docfleet/sdk';
import { readOneOf } from '../arguments.ts';
import { CliFailure, misuse } from '../cli-failure.ts';
import { defineCommand, defineGroup, defineList, type OptionEntry } from '../define-command.ts';
import type { Columns } from '../terminal/printer.ts';
import { age, visibleLine, visibleLines } from '../terminal/table.ts';
import {
  type ChangeOptions,
  changeOf,
  type FilterOptions,
  filterOf,
  filterOptions,
} from './document-filter.ts';

const exampleId = '01a1fdb6-4e1f-7000-8000-000000000000';
const formats = ['TEXT', 'MARKDOWN', 'RAW'] as const;

interface ContentOptions {
  readonly format: (typeof formats)[number];
  readonly output?: string;
}

const content = defineCommand<string, ContentOptions>({
  name: 'content',
  description: 'print the stored content of a document',
  argument: ['<id>'],
  options: [
    ['--format <format>', 'text, markdown or raw: the file as it came', readOneOf(formats), 'TEXT'],
    ['-o, --output <file>', 'write it to a file'],
  ],
  examples: [
    'docfleet documents content ID --format markdown | less',
    'docfleet documents content ID --format raw -o handbook.pdf',
  ],
  async act({ client, terminal, environment, signal }, documentId, { format, output }) {
    const isShown = output === undefined && terminal.output.isTTY === true;
    if (isShown && format === 'RAW')
      throw misuse('A file as it came is nothing for a terminal', 'Write it to a file: --output FILE');
    const type = ({ TEXT: 'text', MARKDOWN: 'markdown', RAW: 'raw' } as const)[format];
    const { body } = await client.documents.content({ documentId, format: type });
    const stored = Readable.fromWeb((body ?? new Blob([]).stream()) as ReadableStream);
    if (output !== undefined) await saveTo(resolve(environment.workingDirectory, output), stored, signal);
    // The output stays open for what else there is to say.
    else await pipeline([stored, ...(isShown ? [showing()] : []), terminal.output], { signal, end: false });
  },
});

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

const list = defineList<Document, undefined, FilterOptions>({
  name: 'list',
  description: 'list documents, the newest first',
  options: filterOptions,
  examples: [
    'docfleet documents list --status failed',
    'docfleet documents list --filter team=people --all --json | jq -r .id',
  ],
  columns,
  none: 'There are no such documents.',
  find: (session, { options, pageSize }) =>
    session.client.documents.list({
      namespaceId: session.namespaceId(),
      filterConfig: filterOf(options),
      pagination: { pageSize },
    }),
});

const get = defineCommand<string>({
  name: 'get',
  description: 'show a document, and why it failed if it did',
  argument: ['<id>'],
  examples: [`docfleet documents get ${exampleId}`],
  async act({ client, printer }, documentId) {
    const { document } = await client.documents.get({ documentId });
    await printer.result(document, describe(document));
  },
});

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

/** Options of a command that changes documents. */
const changeOptions: readonly OptionEntry[] = [
  ...filterOptions,
  ['--all', 'every document of the namespace'],
];

const remove = defineCommand<readonly string[], ChangeOptions>({
  name: 'delete',
  description: 'delete documents; searches no longer find them at once',
  argument: ['[id...]'],
  options: changeOptions,
  examples: [`docfleet documents delete ${exampleId}`, 'docfleet documents delete --status failed --yes'],
  question(ids, options, session) {
    const { all } = changeOf(options, ids);
    return `Delete ${all ? `every document of ${visibleLine(session.namespaceId())}` : 'these documents'}?`;
  },
  async act(session, ids, options) {
    const { itemsDeleted } = await session.client.documents.delete({
      namespaceId: session.namespaceId(),
      ...changeOf(options, ids),
      includeConfig: { documents: false },
    });
    await session.printer.result({ itemsDeleted }, [`Deleted: ${itemsDeleted}`]);
  },
});

const resync = defineCommand<readonly string[], ChangeOptions>({
  name: 'resync',
  description: 'read documents again from their source',
  argument: ['[id...]'],
  options: changeOptions,
  notes: 'Texts and uploaded files have no source to read again: ingest them again.',
  examples: ['docfleet documents resync --type url --status failed'],
  async act(session, ids, options) {
    const namespaceId = session.namespaceId();
    const answer = await session.client.documents.resync({ namespaceId, ...changeOf(options, ids) });
    const refused = answer.documents.filter(({ error }) => error !== null);
    await session.printer.result(answer, [
      `Queued: ${answer.itemsQueued}, not eligible: ${answer.itemsSkipped}`,
      ...refused.map(({ id, error }) => `  ${id}  ${visibleLine(error ?? '')}`),
    ]);
  },
});

/** `documents list|get|content|delete|resync`. */
export const addDocumentCommands = defineGroup(
  { name: 'documents', alias: 'docs', description: 'manage documents' },
  [list, get, content, remove, resync],
);

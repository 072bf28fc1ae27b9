import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { StringDecoder } from 'node:string_decoder';
import type { Command } from 'commander';
import { readOneOf } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { CliFailure, misuse } from '../cli-failure.ts';
import { openSession } from '../session.ts';
import { visibleLines } from '../terminal/visible-text.ts';

const formats = ['TEXT', 'MARKDOWN', 'RAW'] as const;

interface ContentOptions {
  readonly format: (typeof formats)[number];
  readonly output?: string;
}

/** `documents content`. */
export function addContentCommand(documents: Command, cli: Cli): void {
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

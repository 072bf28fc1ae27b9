/** A child process that does to its parent what a bad file may make a reader do: the file's text says what. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionInput } from '@docfleet/formats';
import { serveConversions } from '../../src/isolation/serve-conversions.ts';

const grow = () => {
  const held: Buffer[] = [];
  for (;;) held.push(Buffer.alloc(32 * 2 ** 20, 1));
};
const growHeap = () => {
  const held: string[][] = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => `${index}-${held.length}`));
};

async function* writeSlowly(): AsyncGenerator<string> {
  for (let line = 0; line < 8; line += 1) {
    await sleep(500);
    yield `line ${line}\n`;
  }
}

async function startProgram({ workDirectory }: ConversionInput): Promise<string> {
  const program = spawn('sleep', ['600']);
  await writeFile(join(workDirectory, 'pid'), String(program.pid));
  await sleep(600_000);
  return '';
}

const callOut = () =>
  new Promise<string>((_resolve, reject) => connect(80, '127.0.0.1').once('error', reject));

/** Reads the only page of a file. */
function readOnly(input: ConversionInput, deed: () => unknown): unknown {
  input.onProgress?.({ unit: 'PAGE', done: 0, total: 1 });
  return deed();
}

/** Reads twenty pages; it does not get beyond those that are named unless it is to read the file without them. */
async function readPages(input: ConversionInput, hard: Record<number, () => unknown>): Promise<string> {
  const read: number[] = [];
  for (let page = 1; page <= 20; page += 1) {
    input.onProgress?.({ unit: 'PAGE', done: page - 1, total: 20 });
    const skipped = input.pagesToSkip?.find((one) => one.page === page);
    if (skipped) input.onNotRead?.({ what: 'PAGE', where: `page ${page}`, why: skipped.why });
    else await hard[page]?.();
    if (!skipped) read.push(page);
  }
  return read.join(' ');
}

const hang = () => {
  for (;;);
};

const deeds: Record<string, (input: ConversionInput) => unknown> = {
  hang,
  'hang at page 11': (input) => readPages(input, { 11: hang }),
  'grow at page 3': (input) => readPages(input, { 3: grow }),
  'hang at the only page': (input) => readOnly(input, hang),
  'grow at the only page': (input) => readOnly(input, grow),
  'abort at pages 4 and 9': (input) =>
    readPages(input, { 4: () => process.abort(), 9: () => process.abort() }),
  'abort at every page': (input) =>
    readPages(
      input,
      Object.fromEntries(Array.from({ length: 20 }, (_, page) => [page + 1, () => process.abort()])),
    ),
  wait: () => sleep(600_000),
  grow,
  'grow heap': growHeap,
  abort: () => process.abort(),
  exit: () => process.exit(0),
  'start program': startProgram,
  'call out': callOut,
  flood: () => 'x'.repeat(3_000_000),
  'leave a promise': async () => {
    void Promise.reject(new Error('No handler waits for this'));
    await sleep(50);
    return 'left';
  },
  environment: () => JSON.stringify(process.env),
  async 'read pages'(input) {
    for (let page = 0; page < 8; page += 1) {
      await sleep(500);
      input.onOcrPage?.();
    }
    return 'eight pages';
  },
};

serveConversions(async (input) => {
  const word = await readFile(input.path, 'utf8');
  const mimeType = 'text/plain';
  if (word === 'write slowly') return { mimeType, markdown: writeSlowly() };
  const text = String((await deeds[word]?.(input)) ?? `read ${word}`);
  return {
    mimeType,
    markdown: (async function* () {
      yield text;
    })(),
  };
});

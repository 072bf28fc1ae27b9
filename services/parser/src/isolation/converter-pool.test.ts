import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConversionPlaces, withConversionPlaces } from '@docfleet/formats';
import { isNetworkCut, type SandboxEnd } from '@docfleet/sandbox';
import { eventually } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { createConverterPool } from './converter-pool.ts';

/** Time enough on the busiest machine, but for what never ends. */
const limits = { quietMs: 20_000, totalMs: 25_000, memoryBytes: 300 * 2 ** 20, outputBytes: 1_000_000 };
const impatient = { ...limits, quietMs: 2_000 };
const script = fileURLToPath(new URL('../../test/isolation/misbehaving-child.fixture.ts', import.meta.url));
/** Why readers came to their end, as it is reported. */
const ends: SandboxEnd[] = [];
const onEnd = (reason: SandboxEnd) => void ends.push(reason);
const pool = createConverterPool({ size: 2, limits, script, onEnd });
const impatientPool = createConverterPool({ size: 2, limits: impatient, script, onEnd });
const real = createConverterPool({ size: 1, limits });
afterAll(() => {
  pool.close();
  impatientPool.close();
  real.close();
});

type Options = Parameters<typeof pool.convert>[1];
const unhurried: Options = { signal: new AbortController().signal };

/** Converts a text; what `look` finds in its folder meanwhile is returned too. */
function convert(
  text: string,
  { using = pool, options = unhurried, fileName = 'a.txt' } = {},
): Promise<string> {
  return withConversionPlaces(async ({ path, workDirectory, outputPath }) => {
    await writeFile(path, text);
    const ocr = { strategy: 'BASIC_PARSER', languages: ['eng'] } as const;
    const { mimeType } = await using.convert(
      { path, fileName, declaredType: null, ocr, workDirectory, outputPath },
      options,
    );
    return `${mimeType}: ${await readFile(outputPath, 'utf8')}`;
  });
}

/** Whether a process runs; one that has ended and that is not reaped yet does not. */
async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (process.platform === 'linux') return state !== '' && !/\) Z /.test(state);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a file becomes Markdown in a process of its own', async () => {
  expect(await convert('<h1>Title</h1>', { using: real, fileName: 'a.html' })).toBe('text/html: # Title\n');
  await expect(convert(' ', { using: real })).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' });
});

test.each([
  ['hang', 'DOCUMENT_TOO_COMPLEX', /more time/, ['time']],
  ['wait', 'DOCUMENT_TOO_COMPLEX', /more time/, ['time']],
  ['grow', 'DOCUMENT_TOO_COMPLEX', /more memory/, ['memory']],
  ['grow heap', 'DOCUMENT_TOO_COMPLEX', /more memory/, ['memory']],
  ['flood', 'DOCUMENT_TOO_COMPLEX', /more than 1 MB of text/, []],
  ['abort', 'DOCUMENT_UNREADABLE', /did not survive/, ['crash']],
  ['exit', 'DOCUMENT_UNREADABLE', /did not survive/, ['crash']],
])(
  'a reader that would %s fails its file with %s, and the next file is read',
  async (word, code, message, reported) => {
    ends.length = 0;
    const using = message.source === 'more time' ? impatientPool : pool;
    const [failed, neighbor] = await Promise.allSettled([convert(word, { using }), convert('a neighbor')]);
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { code, message: expect.stringMatching(message) },
    });
    expect(neighbor).toMatchObject({ value: 'text/plain: read a neighbor' });
    expect(await convert('the next')).toBe('text/plain: read the next');
    expect(ends.filter((reason) => reason !== 'grown')).toEqual(reported);
  },
);

test('a promise that a reader leaves behind fails neither its file nor the next one', async () => {
  expect(await convert('leave a promise')).toBe('text/plain: left');
  expect(await convert('the next')).toBe('text/plain: read the next');
});

/** Has a reader start a program that does not end, in `using`; returns the program once it runs, and the outcome of the conversion. */
async function withStartedProgram(
  using: typeof pool,
  options: Options,
  whileItRuns: (conversion: Promise<unknown>) => Promise<void>,
): Promise<void> {
  const pid = await withConversionPlaces(async (places) => {
    await writeFile(places.path, 'start program');
    const ocr = { strategy: 'BASIC_PARSER', languages: [] } as const;
    const conversion = using.convert({ ...places, fileName: '', declaredType: null, ocr }, options);
    const [started] = await Promise.all([
      eventually(async () => {
        const found = Number(await readFile(join(places.workDirectory, 'pid'), 'utf8'));
        expect(await isAlive(found)).toBe(true);
        return found;
      }).then(async (found) => {
        await whileItRuns(conversion);
        return found;
      }),
      conversion.catch(() => undefined), // It is looked at while the program runs.
    ]);
    return started;
  });
  await eventually(async () => expect(await isAlive(pid)).toBe(false));
}

test('programs that a reader has started end with it', async () => {
  await withStartedProgram(impatientPool, unhurried, (conversion) =>
    expect(conversion).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' }),
  );
});

test('progress keeps long work alive: pages that are read, and text that is written', async () => {
  expect(await convert('write slowly', { using: impatientPool })).toMatch(/line 7\n$/);
  expect(await convert('read pages', { using: impatientPool })).toBe('text/plain: eight pages');
});

test('a caller that disconnects ends its work at once, and what it started', async () => {
  const controller = new AbortController();
  await withStartedProgram(pool, { signal: controller.signal }, async (conversion) => {
    controller.abort(new Error('lease lost'));
    await expect(conversion).rejects.toThrow('lease lost');
  });
  expect(await convert('the next')).toBe('text/plain: read the next');
});

test('a reader has neither a network nor the settings of the service', async () => {
  await expect(convert('call out')).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    cause: expect.objectContaining({ message: expect.stringContaining('without a network') }),
  });
  process.env['MASTER_KEY'] = 'a secret';
  try {
    const fresh = createConverterPool({ size: 1, limits, script });
    expect(await convert('environment', { using: fresh })).not.toContain('a secret');
    fresh.close();
  } finally {
    delete process.env['MASTER_KEY'];
  }
  if (process.platform === 'linux' && process.getuid?.() === 0) expect(isNetworkCut()).toBe(true);
});

test('a file that becomes many times its own size fails, with what it may become', async () => {
  const strict = createConverterPool({
    size: 1,
    limits: { ...limits, outputBytes: 100_000_000, growth: 100 },
    script,
  });
  await expect(convert('flood', { using: strict })).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COMPLEX',
    message: expect.stringContaining('more than 1 MB of text'),
  });
  strict.close();
});

test('an urgent conversion precedes those that wait', async () => {
  const single = createConverterPool({ size: 1, limits, script });
  const order: string[] = [];
  const ask = (places: ConversionPlaces, name: string, urgent: boolean) => {
    const outputPath = `${places.outputPath}-${name}`;
    const ocr = { strategy: 'BASIC_PARSER', languages: [] } as const;
    const task = { ...places, outputPath, fileName: '', declaredType: null, ocr };
    return single.convert(task, { ...unhurried, urgent }).then(() => order.push(name));
  };
  await withConversionPlaces(async (places) => {
    await writeFile(places.path, 'anything');
    await Promise.all([
      ask(places, 'first', false),
      ask(places, 'second', false),
      ask(places, 'third', false),
      ask(places, 'urgent', true),
    ]);
  });
  single.close();
  // The first may begin before the urgent job is known, depending on the order of file lookups.
  expect(order.indexOf('urgent')).toBeLessThanOrEqual(1);
  expect(order.toSorted()).toEqual(['first', 'second', 'third', 'urgent']);
});

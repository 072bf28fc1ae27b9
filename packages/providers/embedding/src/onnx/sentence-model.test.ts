import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { graphFile } from './bert-graph.ts';
import { localModels, openSentenceModel } from './index.ts';
import { bundledFolder } from './model-files.ts';

const fetch = () => Promise.reject(new Error('This machine has no internet'));

test('a text that cannot be computed fails by itself, and the next one is computed', async () => {
  // It has 512 places for tokens.
  const model = { ...localModels[0], tokens: 2_000 };
  const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch });
  await expect(sentences.embed(['word '.repeat(1_500)], 'document')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await expect(sentences.embed(['a short text'], 'document')).resolves.toHaveLength(1);
});

test('marks of Markdown do not change the meaning that a document is found by', async () => {
  const sentences = openSentenceModel(localModels[0], { directory: '', hubUrl: undefined, fetch });
  const [marked, plain] = await sentences.embed(
    ['# Hotels\n\n| City | **Limit** |\n| --- | --- |\n| Leeds | 80 |', 'Hotels\n\nCity, Limit\nLeeds, 80'],
    'document',
  );
  expect(marked).toEqual(plain);
});

test('a silent thread fails the requests that wait for it, and another takes its place', async () => {
  const model = { ...localModels[0], tokens: 100 };
  const source = { directory: '', hubUrl: undefined, fetch };
  const silent = {
    program: new URL('data:text/javascript,setInterval(() => undefined, 1_000)'),
    maxSilenceMs: { loading: 200, computing: 200 },
  };
  const sentences = openSentenceModel(model, source, silent);
  await expect(sentences.embed(['a short text'], 'document')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: 'Its thread was silent' },
  });
  await expect(openSentenceModel(model, source).embed(['a short text'], 'document')).resolves.toHaveLength(1);
});

test('a thread that goes on computing may take longer than one that is silent', async () => {
  const lively = {
    program: new URL(`data:text/javascript,
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id }) => {
        const signs = setInterval(() => parentPort.postMessage({ isAlive: true }), 50);
        setTimeout(() => {
          clearInterval(signs);
          parentPort.postMessage({ id, values: new Float32Array(384) });
        }, 1_500);
      });`),
    maxSilenceMs: { loading: 1_000, computing: 1_000 },
  };
  const model = { ...localModels[0], tokens: 101 };
  const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch }, lively);
  await expect(sentences.embed(['a short text'], 'document')).resolves.toHaveLength(1);
});

test('texts whose caller has gone are not computed, and hold up no others', async () => {
  const counting = {
    program: new URL(`data:text/javascript,
      import { parentPort } from 'node:worker_threads';
      let dropped = 0;
      parentPort.on('message', ({ id, texts }) => {
        if (!texts) dropped += 1;
        else if (texts[0] === 'next') parentPort.postMessage({ id, values: new Float32Array(384).fill(dropped) });
      });`),
    maxSilenceMs: { loading: 20_000, computing: 20_000 },
  };
  const model = { ...localModels[0], tokens: 102 };
  const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch }, counting);
  await sentences.embed(['next'], 'document');
  const abort = new AbortController();
  const late = sentences.embed(['a text'], 'document', abort.signal);
  setImmediate(() => abort.abort('stop'));
  await expect(late).rejects.toBe('stop');
  const [[dropped] = []] = await sentences.embed(['next'], 'document');
  expect(dropped).toBe(1);
});

test('a model that could not be loaded is loaded anew by the next request', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-model-'));
  const { bundled: _, ...model } = { ...localModels[0], name: 'broken', files: {} };
  const folder = join(directory, model.name);
  await mkdir(folder);
  await cp(bundledFolder(localModels[0]), folder, { recursive: true });
  await writeFile(join(folder, graphFile), 'no graph');
  const sentences = openSentenceModel(model, { directory, hubUrl: undefined, fetch });
  await expect(sentences.embed(['a short text'], 'document')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await cp(join(bundledFolder(localModels[0]), graphFile), join(folder, graphFile));
  await eventually(() => expect(sentences.embed(['a short text'], 'document')).resolves.toHaveLength(1));
  await rm(directory, { recursive: true });
});

/** Runs a program that has opened the model as `sentences`, with a home folder of its own; returns its output and the files that it leaves there. */
async function runApart(program: string): Promise<{ printed: string; left: string[] }> {
  const home = await mkdtemp(join(tmpdir(), 'docfleet-home-'));
  const opening = `import { localModels, openSentenceModel } from '${new URL('index.ts', import.meta.url)}';
    const fetch = () => Promise.reject(new Error('This machine has no internet'));
    const sentences = openSentenceModel(localModels[0], { directory: '', hubUrl: undefined, fetch });`;
  try {
    await writeFile(join(home, 'program.mts'), opening + program);
    // Nothing of this environment: the runtime does not report from CI and tests either.
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mts'], {
      cwd: home,
      env: { HOME: home },
    });
    return { printed: stdout.trim(), left: await readdir(home) };
  } finally {
    await rm(home, { recursive: true });
  }
}

test('computing reports nothing to the maker of the runtime', async () => {
  const { printed, left } = await runApart(
    `console.log((await sentences.embed(['a short text'], 'document')).length);`,
  );
  expect(printed).toBe('1');
  // It keeps an id of the machine, and what it has yet to send, below the home of the user.
  expect(left).toEqual(['program.mts']);
});

test('a model that has nothing to compute takes no processor time', async () => {
  const { printed } = await runApart(`
    const texts = Array.from({ length: 16 }, () => 'some words that are computed together');
    await sentences.embed(texts, 'document');
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1_000);`);
  expect(Number(printed)).toBeLessThan(15);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { preferModel } from './prepare-namespace.ts';

test('without a model hub the quickstart searches with the sentence model that docfleet contains', async () => {
  const lines: string[] = [];
  const fetch = () => Promise.reject(new Error('This machine has no internet'));
  const source = { directory: 'no-such-folder', hubUrl: undefined, fetch };
  expect(await preferModel(source, (line) => lines.push(line))).toBe('all-minilm-l6-v2');
  expect(lines).toEqual([]);
});

/** Lets a process, and its threads, look for binaries of a processor that ONNX Runtime has no build for. */
const otherProcessor = `data:text/javascript,Object.defineProperty(process,'arch',{value:'riscv64'})`;
const preferring = `
  import { preferModel } from ${JSON.stringify(new URL('prepare-namespace.ts', import.meta.url).href)};
  const lines = [];
  const source = { directory: 'no-such-folder', hubUrl: undefined, fetch };
  const model = await preferModel(source, (line) => lines.push(line));
  console.log(JSON.stringify({ model, lines }));`;

test('where ONNX Runtime has no build for the machine, the quickstart searches with the word table and says why in a line', async () => {
  const options = ['--import', otherProcessor, '--eval', preferring];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  expect(JSON.parse(stdout)).toEqual({
    model: 'static-1024',
    lines: [expect.stringMatching(/^Searching with static-1024.*riscv64[^\n]*\)\.$/)],
  });
});

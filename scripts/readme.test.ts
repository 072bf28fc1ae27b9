import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

/** The cells of the row of the README that begins with a command. */
async function rowOf(command: string): Promise<string[]> {
  const row = (await read('README.md')).split('\n').find((line) => line.startsWith(`| \`${command}\` `));
  return (row ?? '').split('|').map((cell) => cell.trim());
}

test.each([
  ['npm start', 'start', /Node 20/, /about a minute/],
  ['npm test', 'test', /LibreOffice and Tesseract/, /15 to 18 minutes/],
])('the README says of `%s` what it runs, needs and takes', async (command, script, needs, takes) => {
  const [, , runs, needed, taken] = await rowOf(command);
  expect(runs).not.toBe('');
  expect([needed, taken]).toEqual([expect.stringMatching(needs), expect.stringMatching(takes)]);
  expect(JSON.parse(await read('package.json')).scripts).toHaveProperty([script]);
});

test('every place that names a default model names the sentence model', async () => {
  const places = ['deploy/compose.env', 'k8s/overlays/dev/kustomization.yaml'];
  for (const place of places)
    expect((await read(place)).match(/"provider":"LOCAL","model":"([^"]+)"/)?.[1]).toBe('all-minilm-l6-v2');
});

/** Runs the examples of the README and of the Python guide as they are printed, against a running fleet. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createDocfleetClient } from '@docfleet/sdk';
import {
  answerExtractively,
  type ChatEmulator,
  chatEmulatorKey,
  runWhere,
  startChatEmulator,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findPython, noPython, pythonPackage } from './find-python.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

const repository = join(import.meta.dirname, '../..');
const deadlineMs = 120_000;
const lunch = 'On Fridays the canteen serves lentil stew for lunch.';
const python = findPython();
const testPython = runWhere(test, python !== undefined, noPython);

let chat: ChatEmulator;
let fleet: TestFleet;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-documentation-'));
  chat = await startChatEmulator('OPENAI', { respond: answerExtractively });
  const baseUrl = `${chat.url}/v1`;
  fleet = await startTestFleet({
    DEFAULT_CHAT_MODEL_CONFIG: JSON.stringify({
      provider: 'OPENAI',
      model: 'extractive',
      apiKey: chatEmulatorKey,
      baseUrl,
    }),
  });
  await createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey }).namespaces.create({
    name: 'quickstart',
  });
}, 240_000);
afterAll(async () => {
  await fleet?.remove();
  await chat?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of a language in a document, with the address of this fleet in the place of the usual one. */
async function examples(file: string, language: string): Promise<string[]> {
  const text = await readFile(join(repository, file), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  return blocks.map(([, code = '']) => code.replaceAll('http://localhost:4000', fleet.url));
}

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, {
    cwd: folder,
    timeout: deadlineMs,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(':'),
      DOCFLEET_URL: fleet.url,
      DOCFLEET_API_KEY: fleet.apiKey,
      PYTHONPATH: join(pythonPackage, 'src'),
    },
  });

test(
  'the README’s commands ingest, wait and find',
  async () => {
    const script = (await examples('README.md', 'sh')).find((block) => block.includes('KEY='));
    expect(script).toContain('until curl');
    await mkdir(join(folder, '.docfleet'));
    await writeFile(join(folder, '.docfleet/ready.json'), JSON.stringify({ apiKey: fleet.apiKey }));
    const { stdout } = await run('sh', ['-euc', script ?? '']);
    const [, found = ''] = /^(\{.*\})$/m.exec(stdout) ?? [];
    const { results } = (JSON.parse(found) as { data: { results: { content: string }[] } }).data;
    expect(results).toMatchObject([{ content: expect.stringContaining(lunch) }]);
  },
  deadlineMs,
);

test(
  'the commands of the guide on evaluation measure, compare and start a gated change',
  async () => {
    const blocks = await examples('docs/guides/evaluate.md', 'sh');
    const script = blocks.filter((block) => block.includes('curl')).join('\n');
    const { stdout } = await run('sh', ['-euc', script]);
    expect(stdout).toContain('"status":"COMPLETED"');
    expect(stdout).toMatch(/"ndcg":\{"value":1,/);
    expect(stdout).toContain('"isWorse":false');
    expect(stdout).toContain('"status":"BUILDING"');
  },
  deadlineMs,
);

test(
  'the README’s TypeScript finds',
  async () => {
    const [program = ''] = await examples('README.md', 'ts');
    await mkdir(join(folder, 'node_modules/@docfleet'), { recursive: true });
    await symlink(join(repository, 'packages/sdk'), join(folder, 'node_modules/@docfleet/sdk'));
    await writeFile(join(folder, 'example.mts'), program);
    expect((await run(process.execPath, ['example.mts'])).stdout).toContain(lunch);
  },
  deadlineMs,
);

testPython(
  'the README’s Python finds',
  async () => {
    const [program = ''] = await examples('README.md', 'python');
    await writeFile(join(folder, 'example.py'), program);
    expect((await run(python ?? '', ['example.py'])).stdout).toContain(lunch);
  },
  deadlineMs,
);

testPython(
  'the blocks of the Python guide, one after the other, are a program that does what they say',
  async () => {
    const blocks = await examples('docs/guides/python.md', 'python');
    expect(blocks.length).toBeGreaterThan(6);
    const hasLangChain = await run(python ?? '', ['-c', 'import langchain_core']).then(
      () => true,
      () => false,
    );
    const usable = blocks.filter((block) => hasLangChain || !block.includes('langchain'));
    await writeFile(join(folder, 'guide.py'), usable.join('\n'));
    const { stdout } = await run(python ?? '', ['guide.py']);
    expect(stdout).toContain('okapi.md SUCCESS');
    expect(stdout).toContain('INVALID_SEARCH_REQUEST 400');
    expect(stdout).toContain('must be at most 1000, but it is 5000');
  },
  deadlineMs,
);

test(
  'the guide on answers asks from a shell, in TypeScript and in Python',
  async () => {
    const [command = ''] = await examples('docs/guides/answers.md', 'sh');
    expect((await run('sh', ['-euc', command])).stdout).toContain('lentil stew for lunch. [1]');
    const [program = ''] = await examples('docs/guides/answers.md', 'ts');
    await writeFile(join(folder, 'answers.mts'), program);
    const { stdout } = await run(process.execPath, ['answers.mts']);
    expect(stdout).toMatch(/lentil stew for lunch\. \[1\]\nANSWERED by extractive/);
    if (python === undefined) return;
    const [script = ''] = await examples('docs/guides/answers.md', 'python');
    await writeFile(join(folder, 'answers.py'), script);
    expect((await run(python, ['answers.py'])).stdout).toMatch(/lentil stew for lunch\. \[1\]\['On Fridays/);
  },
  deadlineMs,
);

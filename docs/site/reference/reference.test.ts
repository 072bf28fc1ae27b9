import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anchorsOf, sectionLinksOf } from '../anchor.ts';
import { repository } from '../collect-pages.ts';
import { allOperations, errorsOf } from './api.ts';
import { writeReference } from './pages.ts';
import { curlOf, pythonOf, trialOf, typescriptOf } from './samples.ts';

let folder: string;
const pages = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-reference-'));
  await writeFile(join(folder, 'index.md'), await readFile(join(repository, 'docs/guides/api/README.md')));
  await writeReference(folder);
  for (const name of await readdir(folder))
    pages.set(`./${name}`, await readFile(join(folder, name), 'utf8'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every link of the reference to one of its sections leads to one', () => {
  const links = [...pages].flatMap(([file, text]) =>
    sectionLinksOf(text)
      .filter(({ path }) => path === '' || path.startsWith('./'))
      .map(({ path, anchor }) => ({ file, path: path || file, anchor })),
  );
  expect(links.length).toBeGreaterThan(500);
  const broken = links.filter(({ path, anchor }) => !anchorsOf(pages.get(path) ?? '').has(anchor));
  expect(broken).toEqual([]);
});

test('every error code that an operation returns has a section, to which the link of an error leads', () => {
  const anchors = anchorsOf(pages.get('./errors.md') ?? '');
  const codes = allOperations.flatMap(errorsOf).flatMap(([, some]) => some);
  for (const code of new Set(codes)) expect(anchors).toContain(code.toLowerCase());
});

test.each(allOperations.map((described) => [`${described.verb} ${described.path}`, described] as const))(
  '%s has an example in each language, whose JSON is valid',
  (_name, described) => {
    expect(typescriptOf(described)).toMatch(/(client|openai)\.\w+/);
    expect(pythonOf(described)).toContain('(');
    const [, sent] = / -d '(.*)'$/s.exec(curlOf(described)) ?? [];
    if (sent) expect(JSON.parse(sent)).toEqual(described.body?.example);
  },
);

test('every operation that ends has a request to try out, whose path has no parameter without a field', () => {
  const trials = allOperations.map(trialOf).filter((trial) => trial !== undefined);
  expect(allOperations.length - trials.length).toBeLessThan(5);
  for (const { path, parameters } of trials.map((trial) => JSON.parse(trial)))
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      expect(parameters).toContainEqual(expect.objectContaining({ name, place: 'path', required: true }));
});

/** Type-checks a program that has the SDK; returns the errors of the compiler. */
async function compile(program: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'examples.ts'), program);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const settings = {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: {
      paths: { '@docfleet/sdk': [join(repository, 'packages/clients/sdk/src/index.ts')] },
      noUnusedLocals: false,
    },
    include: ['examples.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  return await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the examples of the TypeScript SDK compile', async () => {
  const examples = allOperations.map(typescriptOf).filter((code) => code && !code.includes('new OpenAI'));
  const blocks = examples.map((code) => `{\n${code?.replace(/^import .*$/gm, '')}\n}`);
  const head = [
    "import { openAsBlob } from 'node:fs';",
    "import { createDocfleetClient } from '@docfleet/sdk';",
    "const client = createDocfleetClient({ baseUrl: 'http://localhost:4000', apiKey: 'df_live_…' });",
  ];
  expect(await compile([...head, ...blocks].join('\n'))).toBe('');
}, 60_000);

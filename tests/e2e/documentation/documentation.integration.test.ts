/** Runs the examples of the README and of the guides as they are printed, against a running fleet. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, runWhere } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import { callTool, connectByConfig, type ServerConfig } from '../assistant.ts';
import { ingestText } from '../documents.ts';
import { findPython, noPython } from '../find-python.ts';
import { allExamples, blocks, examples, lunch, open, receiver, workspace } from './documentation.fixture.ts';
import { repository } from './examples.ts';
import { notRun } from './not-run.ts';
import { deadlineMs } from './open-workspace.ts';
import { shellGuides } from './shell-examples.ts';
import { tryReceiver, verify } from './try-receiver.ts';

const python = findPython();
const describePython = runWhere(describe, python !== undefined, noPython);
const testPython = runWhere(test, python !== undefined, noPython);

test.each(shellGuides)(
  'the commands of $file do what they say',
  async ({ file, namespaces, prints }) => {
    await open(namespaces);
    const output = await workspace.run('bash', [
      '--norc',
      '-euo',
      'pipefail',
      '-c',
      blocks(file, 'sh').join('\n'),
    ]);
    for (const text of prints)
      expect(output).toEqual(
        typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
      );
  },
  deadlineMs,
);

test.each([
  { file: 'README.md', prints: [lunch] },
  { file: 'docs/guides/answers.md', prints: ['lentil stew for lunch. [1]\nANSWERED by extractive'] },
  { file: 'docs/guides/api/README.md', prints: ["name: 'quickstart'"] },
  { file: 'docs/guides/sdk.md', prints: [lunch, 'COMPLETED 1 done'] },
  { file: 'docs/guides/search.md', prints: ['embed:'] },
])(
  'the TypeScript of $file is a program that does what it says',
  async ({ file, prints }) => {
    await open(['quickstart']);
    await writeFile(join(workspace.folder, 'example.mts'), blocks(file, 'ts').join('\n'));
    const output = await workspace.run(process.execPath, ['example.mts']);
    for (const text of prints) expect(output).toContain(text);
  },
  deadlineMs,
);

describePython.each([
  { file: 'README.md', prints: lunch },
  { file: 'docs/guides/answers.md', prints: "lentil stew for lunch. [1]['On Fridays" },
  { file: 'docs/guides/api/README.md', prints: "name='quickstart'" },
])('Python', ({ file, prints }) => {
  test(
    `the Python of ${file} is a program that does what it says`,
    async () => {
      await open(['quickstart']);
      await writeFile(join(workspace.folder, 'example.py'), blocks(file, 'python').join('\n'));
      expect(await workspace.run(python ?? '', ['example.py'])).toContain(prints);
    },
    deadlineMs,
  );
});

testPython(
  'the blocks of the Python guide, one after the other, are a program that does what they say',
  async () => {
    await open([]);
    const hasLangChain = await workspace.run(python ?? '', ['-c', 'import langchain_core']).then(
      () => true,
      () => false,
    );
    const usable = blocks('docs/guides/python.md', 'python').filter(
      (block) => hasLangChain || !block.includes('langchain'),
    );
    await writeFile(join(workspace.folder, 'guide.py'), usable.join('\n'));
    const output = await workspace.run(python ?? '', ['guide.py']);
    expect(output).toContain('okapi.md SUCCESS');
    expect(output).toContain('INVALID_SEARCH_REQUEST 400');
    expect(output).toContain('must be at most 1000, but it is 5000');
  },
  deadlineMs,
);

test(
  'an answer has the fields that the guide shows',
  async () => {
    await open(['quickstart']);
    const question = 'What does the canteen serve on Fridays?';
    const { body } = await workspace.api.request('POST', '/v1/answer', {
      namespaceId: 'quickstart',
      question,
    });
    const [shown = '{}'] = blocks('docs/guides/answers.md', 'json');
    expect(body.data).toEqual(shapeOf(JSON.parse(shown)));
  },
  deadlineMs,
);

test(
  'a search is explained with the fields that the guide shows',
  async () => {
    await open(['quickstart']);
    const found = await workspace.api.request<{ results: object[] }>('POST', '/v1/search/hybrid', {
      namespaceId: 'quickstart',
      query: 'lunch on Fridays',
      explain: true,
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
    });
    for (const code of blocks('docs/guides/search.md', 'json'))
      expect(found.body.data.results[0]).toEqual(shapeOf(JSON.parse(code)));
  },
  deadlineMs,
);

/** Matches values of the same structure: the same fields, with values of the same types; of a list, one like its first. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? expect.arrayContaining([shapeOf(value[0])]) : [];
  if (value === null) return null;
  if (typeof value !== 'object') return expect.any(Object(value).constructor);
  const fields = Object.entries(value).map(([name, field]) => [name, shapeOf(field)]);
  return expect.objectContaining(Object.fromEntries(fields));
}

test(
  'the receivers of the webhook guide accept a delivery, and refuse one that was changed',
  async () => {
    await open(['handbook']);
    const created = await workspace.api.request<{ webhook: { signingKey: string } }>('POST', '/v1/webhooks', {
      url: `${receiver.url}/receivers`,
      events: ['DOCUMENTS_READY'],
    });
    const { signingKey } = created.body.data.webhook;
    await ingestText(workspace.api, 'handbook', 'The okapi feeder opens at dawn.');
    const request = await eventually(() => {
      const found = receiver.requests.find(({ path }) => path === '/receivers');
      if (!found) throw new Error('There is no delivery yet');
      return found;
    }, 30_000);
    const [shown = '{}'] = blocks('docs/guides/webhooks.md', 'json');
    expect(request.json).toEqual(shapeOf(JSON.parse(shown)));

    const [server = '', verifier = ''] = blocks('docs/guides/webhooks.md', 'js');
    await tryReceiver(workspace, [process.execPath, 'receiver.mjs', server], request, signingKey);
    await writeFile(join(workspace.folder, 'verify.mjs'), `${verifier}\n${verify.js}`);
    const given = (body: string) => [body, JSON.stringify(request.headers), signingKey];
    expect(await workspace.run(process.execPath, ['verify.mjs', ...given(request.body)])).toBe(
      'DOCUMENTS_READY\n',
    );
    const forged = request.body.replace('handbook', 'handbooks');
    expect(await workspace.run(process.execPath, ['verify.mjs', ...given(forged)])).toBe('refused\n');

    const [pythonServer = '', pythonVerifier = ''] = blocks('docs/guides/webhooks.md', 'python');
    if (python === undefined) return;
    await tryReceiver(workspace, [python, 'receiver.py', pythonServer], request, signingKey);
    await writeFile(join(workspace.folder, 'verify.py'), `${pythonVerifier}\n${verify.python}`);
    expect(await workspace.run(python, ['verify.py', ...given(request.body)])).toBe('DOCUMENTS_READY\n');
    expect(await workspace.run(python, ['verify.py', ...given(forged)])).toBe('refused\n');
  },
  deadlineMs,
);

test(
  'each configuration of the assistants’ guide reaches the tools',
  async () => {
    await open(['handbook']);
    const configs = blocks('docs/guides/mcp.md', 'json').map((code) => {
      const filled = code
        .replace(/\$\{(input|env):[^}]*\}/, workspace.apiKey)
        // Without the bootstrap, which would install packages where they are older than the lockfile.
        .replace('"/path/to/docfleet/scripts/bootstrap.mjs", "', `"${repository}/`);
      const config = JSON.parse(filled) as Record<string, Record<string, ServerConfig>>;
      return (config['servers'] ?? config['mcpServers'])?.['docfleet'] ?? {};
    });
    expect(configs).toHaveLength(3);
    for (const config of configs) {
      const client = await connectByConfig(config);
      const { data } = await callTool(client, 'list_namespaces');
      await client.close();
      expect(data).toMatchObject({ namespaces: [{ name: 'handbook' }] });
    }
  },
  deadlineMs,
);

test('every example is run by a test above, or is listed with the reason why it is not', () => {
  const isPython = ({ language }: { language: string }) => language === 'python';
  const forgotten = examples.forgotten().filter((example) => python !== undefined || !isPython(example));
  expect(forgotten).toEqual([]);
  const stale = Object.entries(notRun).flatMap(([file, reasons]) =>
    Object.keys(reasons).filter(
      (beginning) =>
        !allExamples.some((example) => example.file === file && example.code.startsWith(beginning)),
    ),
  );
  expect(stale).toEqual([]);
});

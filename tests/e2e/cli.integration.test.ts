import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, runWhere, type StubServer, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type InstalledCli, installCli, parseLines } from './installed-cli.ts';
import { drawTerminal } from './terminal-picture.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

const repository = join(import.meta.dirname, '../..');
const pictureColumns = 100;
const runFile = promisify(execFile);

let fleet: TestFleet;
let application: StubServer;
let home: string;
/** The installed command. */
let cli: InstalledCli;
let notes: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'docfleet-cli-'));
  [fleet, cli, application] = await Promise.all([
    joinFleet(),
    installCli(home),
    startStubServer(() => ({ status: 202, body: '' })),
  ]);
  notes = join(home, 'notes');
  await mkdir(join(notes, 'zoo'), { recursive: true });
  await writeFile(join(notes, 'okapi.md'), '# Okapi\n\nThe okapi feeder opens at dawn.');
  await writeFile(join(notes, 'zoo/zebra.txt'), 'The zebra census counted 4,211 animals.');
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await application?.close();
  if (home) await rm(home, { recursive: true });
});

const start: InstalledCli['start'] = (...args) => cli.start(...args);
const run: InstalledCli['run'] = (...args) => cli.run(...args);
const values: InstalledCli['values'] = (...args) => cli.values(...args);

/** Output of a command line to a terminal. */
async function onTerminal(line: string): Promise<string> {
  const command = `stty cols ${pictureColumns} rows 40; ${line}`;
  const { stdout } = await runFile('script', ['-qec', command, '/dev/null'], {
    cwd: home,
    env: {
      PATH: [dirname(cli.program), dirname(process.execPath), process.env['PATH']].join(':'),
      ...cli.homes,
      TERM: 'xterm-256color',
    },
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

test('a key is taken from a pipe, tried, and stored for its owner alone', async () => {
  const wrong = start(['login', '--url', fleet.url, '--key-stdin']);
  wrong.child.stdin.end('df_live_0000000000000000_wrong');
  expect(await wrong.ended).toMatchObject({ exitCode: 3, errors: expect.stringContaining('docfleet login') });
  const { child, ended } = start(['login', '--url', fleet.url, '--key-stdin']);
  child.stdin.end(`${fleet.apiKey}\n`);
  const { output } = await ended;
  expect(output).not.toContain(fleet.apiKey);
  const { path } = JSON.parse(output);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const [me] = await values('whoami');
  expect(me).toMatchObject({ url: fleet.url, scopes: ['admin'] });
});

test('a namespace is created, chosen and forgotten', async () => {
  await values('namespace', 'create', 'notes', '--no-validate');
  await values('namespace', 'create', 'drafts', '--no-validate');
  expect((await run('namespace', 'use', 'missing')).exitCode).toBe(4);
  await values('namespace', 'use', 'notes');
  await values('namespace', 'delete', 'drafts', '--yes');
  expect((await values('namespace', 'list')).map(({ name }) => name)).toEqual(['notes']);
});

test('a folder is ingested and found; again, nothing is sent, and sent again it is the same documents with the same vectors', async () => {
  const first = await values('ingest', 'notes', '--metadata', 'team=zoo');
  expect(first.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  const vectors = async () => {
    const { database, organizationId } = fleet;
    const documents = await database.document.findMany({ where: { organizationId }, select: { id: true } });
    const documentId = { in: documents.map(({ id }) => id) };
    return (await database.chunk.findMany({ where: { documentId } })).map(({ vectorId }) => vectorId).sort();
  };
  const before = await vectors();
  const again = ['ingest', join(home, 'notes'), '--metadata', 'team=zoo'];
  const unchanged = await values(...again);
  expect(unchanged.map(({ status }) => status)).toEqual(['UNCHANGED', 'UNCHANGED']);
  const second = await values(...again, '--force');
  expect(second.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  const ids = (outcomes: typeof first) => outcomes.map(({ documentId }) => documentId).sort();
  expect(ids(second)).toEqual(ids(first));
  expect(ids(unchanged)).toEqual(ids(first));
  // The rows of the revision before go with its cleaning.
  await eventually(async () => expect(await vectors()).toEqual(before));
  const [found] = await values('search', 'zebra', 'census', '--hybrid', '0.5', '--filter', 'team=zoo');
  expect(found).toMatchObject({
    content: expect.stringContaining('4,211'),
    document: { name: 'notes/zoo/zebra.txt' },
  });
  expect(await values('search', 'zebra', '--filter', 'team=other')).toEqual([]);
});

runWhere(
  test,
  process.env['SCREENSHOTS'] === '1' && existsSync('/usr/bin/script'),
  'SCREENSHOTS=1, on a system with util-linux',
)('the picture of the guide shows this session', async () => {
  const examples = join(repository, 'examples/documents');
  await cp(examples, join(home, 'handbook'), { recursive: true });
  const lines = [
    'docfleet whoami',
    'docfleet ingest handbook',
    'docfleet search "how long is parental leave?" --hybrid -k 2',
    'docfleet documents list --limit 4',
    'docfleet documents get nope',
  ];
  const commands = [];
  for (const line of lines) commands.push({ line, output: await onTerminal(line) });
  await writeFile(join(repository, 'docs/guides/pictures/cli.svg'), drawTerminal(commands, pictureColumns));
  await values('documents', 'delete', '--type', 'file', '--yes');
  await values('ingest', 'notes');
});

test('a file of questions is evaluated and compared, and what is less than demanded ends with 1', async () => {
  const file = join(home, 'questions.jsonl');
  const lines = [
    {
      question: 'When does the okapi feeder open?',
      relevant: [{ quote: 'The okapi feeder opens at dawn.' }],
    },
    {
      question: 'How many zebras are there?',
      relevant: [{ quote: 'The zebra census counted 4,211 animals.' }],
    },
  ];
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const [first] = await values('evaluate', file, '--min-ndcg', '0.5');
  expect(first.evaluation).toMatchObject({
    status: 'COMPLETED',
    questionCount: 2,
    metrics: { hit: { value: 1 } },
  });
  const [again] = await values('evaluate', file, '--hybrid', '0.5', '--fail-if-worse-than', 'previous');
  expect(again.comparison).toMatchObject({
    isWorse: false,
    compared: 2,
    baseline: { id: first.evaluation.id },
  });
  await values('namespace', 'create', 'candidate', '--no-validate');
  const other = [
    '--namespace',
    'candidate',
    '--set-of',
    'notes',
    '--fail-if-worse-than',
    again.evaluation.id,
  ];
  const elsewhere = await run('evaluate', file, ...other);
  expect(elsewhere.exitCode).toBe(1);
  const [{ comparison }] = parseLines(elsewhere.output);
  expect(comparison).toMatchObject({ compared: 2, worsened: 2, baseline: { id: again.evaluation.id } });
  await values('namespace', 'delete', 'candidate', '--yes');
  const missed = JSON.stringify({ question: 'What is missing?', relevant: [{ externalId: 'missing' }] });
  await writeFile(file, missed);
  const failed = await run('evaluate', file, '--replace', '--min-ndcg', '0.5');
  expect(failed).toMatchObject({
    exitCode: 1,
    errors: expect.stringContaining('nDCG@10 is 0.000, less than 0.5'),
  });
  await writeFile(file, '{"question"');
  expect(await run('evaluate', file)).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('Line 1'),
  });
});

test('what is piped in is a document, and its content is returned as it was', async () => {
  const { child, ended } = start(['ingest', '-', '--name', 'lunch.md', '--external-id', 'lunch']);
  child.stdin.end('On Fridays the canteen serves lentil stew.');
  const [outcome] = parseLines((await ended).output);
  expect(outcome).toMatchObject({ status: 'SUCCESS', externalId: 'lunch' });
  const { output } = await run('documents', 'content', outcome.documentId, '--format', 'raw');
  expect(output).toBe('On Fridays the canteen serves lentil stew.');
  await run('documents', 'content', outcome.documentId, '-o', 'copy.md');
  expect(await readFile(join(home, 'copy.md'), 'utf8')).toContain('lentil stew');
});

test('a folder that is watched follows changes, new files and deletions until Ctrl-C', async () => {
  const watching = start(['ingest', 'notes', '--watch']);
  const linesOf = (status: string, name: string) =>
    parseLines(watching.output()).filter((one) => one.status === status && one.source.endsWith(name));
  await eventually(() => expect(watching.errors()).toContain('Watching'), 20_000);
  const before = linesOf('SUCCESS', 'okapi.md').length;
  await writeFile(join(notes, 'okapi.md'), 'The okapi feeder opens at noon.');
  await writeFile(join(notes, 'giraffe.md'), 'The giraffe eats acacia.');
  await rm(join(notes, 'zoo'), { recursive: true });
  await eventually(() => {
    expect(linesOf('SUCCESS', 'okapi.md')).toHaveLength(before + 1);
    expect(linesOf('SUCCESS', 'giraffe.md')).toHaveLength(1);
    expect(linesOf('DELETED', 'zebra.txt')).toHaveLength(1);
  }, 30_000);
  watching.child.kill('SIGINT');
  expect((await watching.ended).exitCode).toBe(130);
  const names = (await values('documents', 'list')).map(({ name }) => name).sort();
  expect(names).toEqual(['lunch.md', 'notes/giraffe.md', 'notes/okapi.md']);
  const [first] = await values('search', 'okapi feeder', '-k', '1');
  expect(first.content).toContain('noon');
});

test('what was deleted while no command watched is noticed by the next one, and nothing else is deleted', async () => {
  await rm(join(notes, 'okapi.md'));
  const watching = start(['ingest', 'notes', '--watch']);
  await eventually(() => expect(watching.errors()).toContain('Watching'), 20_000);
  watching.child.kill('SIGINT');
  const outcomes = parseLines((await watching.ended).output);
  expect(outcomes.map(({ status, source }) => [status, basename(source)])).toEqual([
    ['DELETED', 'okapi.md'],
    ['UNCHANGED', 'giraffe.md'],
  ]);
  const names = (await values('documents', 'list')).map(({ name }) => name).sort();
  expect(names).toEqual(['lunch.md', 'notes/giraffe.md']);
});

test('a file that fails says why, and the command ends with 5', async () => {
  await writeFile(join(home, 'bad.pdf'), '%PDF-1.7 …');
  const { exitCode, output, errors } = await run('ingest', 'bad.pdf');
  const [outcome] = parseLines(output);
  expect([exitCode, outcome.status, outcome.error]).toEqual([5, 'FAILED', expect.stringContaining('PDF')]);
  expect(errors).toContain('One document failed');
  const [listed] = await values('documents', 'list', '--status', 'failed');
  expect(listed.id).toBe(outcome.documentId);
  expect((await run('runs', 'watch', outcome.ingestJobRunId)).exitCode).toBe(5);
  const runsOf = async (...options: string[]) =>
    (await values('runs', 'list', ...options)).map(({ id }) => id);
  expect(await runsOf('--status', 'completed')).toContain(outcome.ingestJobRunId);
  expect(await runsOf('--connection', outcome.documentId)).toEqual([]);
  await values('documents', 'delete', outcome.documentId, '--yes');
});

test('deliveries are verified, forwarded as they came, and the webhook is gone after Ctrl-C', async () => {
  const listening = start(['webhooks', 'listen', '--forward-to', `${application.url}/hook`]);
  await eventually(() => expect(listening.output()).toContain('WEBHOOK_TEST'), 20_000);
  const [, address = ''] = /delivered from (\S+)\. /.exec(listening.errors()) ?? [];
  const forged = await fetch(address, { method: 'POST', body: '{"event":"DOCUMENTS_READY"}' });
  expect(forged.status).toBe(401);
  await values('ingest', 'notes/giraffe.md', '--force');
  await eventually(() => {
    const events = parseLines(listening.output()).map(({ event, forwarded }) => [event, forwarded.status]);
    expect(events).toContainEqual(['INGEST_JOB_RUN_COMPLETED', 202]);
  }, 20_000);
  const [, signingKey = ''] = /Signing key: (\S+)/.exec(listening.errors()) ?? [];
  for (const { body, headers } of application.requests)
    new Webhook(signingKey).verify(body, headers as Record<string, string>);
  expect(application.requests.every(({ body }) => !body.includes('forged'))).toBe(true);
  listening.child.kill('SIGINT');
  expect((await listening.ended).exitCode).toBe(130);
  expect(await values('webhooks', 'list')).toEqual([]);
});

test('keys are made, used, rotated and revoked', async () => {
  const [created] = await values('keys', 'create', 'reader', '--scope', 'read', '--expires-in-days', '7');
  const asReader = (...args: readonly string[]) =>
    start(args, { DOCFLEET_URL: fleet.url, DOCFLEET_API_KEY: created.key, DOCFLEET_NAMESPACE: 'notes' });
  expect(JSON.parse((await asReader('whoami').ended).output)).toMatchObject({
    scopes: ['read'],
    keyId: created.id,
  });
  expect(await asReader('ingest', 'notes', '--force').ended).toMatchObject({
    exitCode: 3,
    errors: expect.stringContaining('whoami'),
  });
  const [rotated] = await values('keys', 'rotate', created.id, '--grace-seconds', '0');
  expect(rotated.key).not.toBe(created.key);
  await values('keys', 'revoke', rotated.id, '--yes');
  const statuses = (await values('keys', 'list'))
    .filter(({ name }) => name === 'reader')
    .map(({ status }) => status);
  expect(statuses).not.toContain('ACTIVE');
});

test('the doctor finds nothing wrong, and forgetting the key ends it', async () => {
  const findings = await values('doctor');
  expect(findings.map(({ state }) => state)).not.toContain('wrong');
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['version', 'address', 'clock', 'key', 'namespace', 'search', 'webhook']),
  );
  await values('logout');
  expect((await run('namespace', 'list')).exitCode).toBe(3);
});

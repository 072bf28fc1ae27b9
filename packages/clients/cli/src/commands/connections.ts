import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type Connector, connectors, type Input } from '@docfleet/sdk';
import { readOneOf } from '../arguments.ts';
import { CliFailure } from '../cli-failure.ts';
import { defineCommand, defineGroup, defineList, linesOf } from '../define-command.ts';
import type { Session } from '../session.ts';
import type { Columns } from '../terminal/printer.ts';
import { age, visibleLine } from '../terminal/table.ts';

const columns: Columns<Connection> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  CONNECTOR: ({ connector }) => connector,
  CREATED: ({ createdAt }) => age(createdAt.isoString),
  NAME: ({ name }) => name,
  REASON: ({ statusReason }) => statusReason,
};

type Settings = NonNullable<Input<'POST /v1/connections'>['settings']>;

interface CreateOptions {
  readonly name?: string;
  readonly externalId?: string;
  readonly settings?: string;
  readonly browser: boolean;
  readonly wait: boolean;
}

/** Lifetime of the authorization URL. */
const consentMs = 30 * 60_000;
const lookAgainMs = 2_000;
const farewellMs = 10_000;

const list = defineList<Connection>({
  name: 'list',
  description: 'list connections, the newest first',
  examples: ['docfleet connections list'],
  columns,
  none: 'There are no connections: docfleet connections create',
  find: (session, { pageSize }) =>
    session.client.connections.list({ namespaceId: session.namespaceId(), pageSize }),
});

const get = defineCommand<string>({
  name: 'get',
  description: 'show a connection',
  argument: ['<id>'],
  examples: ['docfleet connections get CONNECTION'],
  async act(session, connectionId) {
    const namespaceId = session.namespaceId();
    const { connection } = await session.client.connections.get({ connectionId, namespaceId });
    await session.printer.result(connection, linesOf(columns, connection));
  },
});

const addCreate = defineCommand<Connector, CreateOptions>({
  name: 'create',
  description: 'connect a drive or wiki: opens the page where its user agrees, and waits',
  argument: ['<connector>', connectors.join(', ').toLowerCase().replaceAll('_', '-'), readOneOf(connectors)],
  options: [
    ['--name <name>', 'to distinguish it'],
    ['--external-id <id>', 'your own id of the user'],
    [
      '--settings <file>',
      'in place of a consent: a JSON file with the token, key or app to sign in with; - reads stdin',
    ],
    ['--no-browser', 'only print the address'],
    ['--no-wait', 'do not wait for the user'],
  ],
  notes: 'Ctrl-C while it waits deletes the connection again.',
  examples: [
    'docfleet connections create google-drive --name "Marketing"',
    'docfleet connections create notion --no-wait --json | jq -r .authorizationUrl',
    'docfleet connections create google-drive --settings service-account.json',
  ],
  act: create,
});

const remove = defineCommand<string, { deleteDocuments?: boolean }>({
  name: 'delete',
  description: 'delete a connection',
  argument: ['<id>'],
  options: [['--delete-documents', 'with what was ingested through it']],
  examples: ['docfleet connections delete CONNECTION --delete-documents'],
  question: (id, { deleteDocuments }) =>
    `Delete ${visibleLine(id)} ${deleteDocuments ? 'with its documents' : 'and keep its documents'}?`,
  async act(session, connectionId, { deleteDocuments = false }) {
    const namespaceId = session.namespaceId();
    const answer = await session.client.connections.delete({ connectionId, namespaceId, deleteDocuments });
    await session.printer.result(answer, [
      `Deleted ${visibleLine(connectionId)} and ${answer.itemsDeleted} documents`,
    ]);
  },
});

/** `connections list|create|get|delete`. */
export const addConnectionCommands = defineGroup(
  { name: 'connections', description: 'drives and wikis that a user agrees to' },
  [list, get, addCreate, remove],
);

async function create(
  session: Session,
  connector: Connector,
  { name, externalId, settings, browser, wait: isAwaited }: CreateOptions,
): Promise<void> {
  const { client, printer, terminal } = session;
  const namespaceId = session.namespaceId();
  const created = await client.connections.create({
    namespaceId,
    connector,
    name: name ?? connector.toLowerCase().replaceAll('_', ' '),
    ...(externalId !== undefined && { externalId }),
    ...(settings !== undefined && { settings: await readSettings(session, settings) }),
  });
  const { connection, authorizationUrl } = created;
  if (authorizationUrl === null) return printer.result(created, [connection.id]);
  if (!isAwaited) return printer.result(created, [visibleLine(authorizationUrl), connection.id]);
  printer.note(`Agree to it here, within half an hour:\n${visibleLine(authorizationUrl)}`);
  if (browser && terminal.output.isTTY) session.openBrowser(authorizationUrl);
  const agreed = await waitForConsent(session, connection.id);
  await printer.result(agreed, [
    `${printer.paint('green', '✓')} Connected ${visibleLine(agreed.name)}: ${agreed.id}`,
  ]);
}

/** Waits until its user has agreed. A connection is deleted when the wait ends. */
async function waitForConsent(session: Session, connectionId: string): Promise<Connection> {
  const { client, signal } = session;
  const request = { connectionId, namespaceId: session.namespaceId() };
  const endsAt = Date.now() + consentMs;
  try {
    while (Date.now() < endsAt) {
      const { connection } = await client.connections.get(request);
      if (connection.status === 'ACTIVE') return connection;
      if (connection.status !== 'PENDING')
        throw new CliFailure(
          `The connection is ${connection.status}: ${connection.statusReason ?? 'not agreed to'}`,
        );
      await wait(lookAgainMs, undefined, { signal });
    }
    throw new CliFailure('The connection was not authorized within half an hour', {
      advice: 'Create it again.',
    });
  } catch (error) {
    if (signal.aborted) await client.connections.delete(request, { signal: AbortSignal.timeout(farewellMs) });
    throw error;
  }
}

/** A connection's settings, from a file or a pipe: keys on a command line would stay in its history. */
async function readSettings({ terminal }: Session, file: string): Promise<Settings> {
  const given = file === '-' ? await text(terminal.input) : await readFile(file, 'utf8');
  try {
    // The service names what is missing in them.
    return JSON.parse(given) as Settings;
  } catch {
    throw new CliFailure('The settings are no JSON');
  }
}

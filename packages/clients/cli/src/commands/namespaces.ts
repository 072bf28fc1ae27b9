import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Input, Namespace } from '@docfleet/sdk';
import { CliFailure, exitCodes, misuse } from '../cli-failure.ts';
import { defineCommand, defineGroup, linesOf } from '../define-command.ts';
import type { Cli } from '../environment.ts';
import { readProfiles, writeProfiles } from '../profiles/profile-store.ts';
import type { Columns } from '../terminal/printer.ts';
import { readAll } from '../terminal/questions.ts';
import { age, visibleLine } from '../terminal/table.ts';

type Configs = Omit<Input<'POST /v1/namespaces'>, 'name' | 'validate'>;

interface ConfigOptions {
  readonly config?: string;
  readonly validate: boolean;
}

const columns: Columns<Namespace> = {
  NAME: ({ name }) => name,
  MODEL: ({ embeddingModelConfig: { provider, model } }) => [provider, model].filter(Boolean).join(' '),
  VECTORS: ({ vectorStorageConfig }) => vectorStorageConfig.provider,
  FILES: ({ fileStorageConfig: { type, bucket } }) => [type, bucket].filter(Boolean).join(' '),
  SCRAPER: ({ webScraperConfig }) => webScraperConfig?.provider,
  CREATED: ({ createdAt }) => age(createdAt.isoString),
};

const configNotes = `The file holds embeddingModelConfig, vectorStorageConfig, fileStorageConfig, webScraperConfig and the connectors'
configs as JSON, as POST /v1/namespaces takes them. - reads it from a pipe, so that no secret need lie in a file.`;

const list = defineCommand({
  name: 'list',
  description: 'list the namespaces',
  examples: ['docfleet namespace list', 'docfleet namespace list --json | jq -r .name'],
  async act({ client, printer }) {
    const { namespaces } = await client.namespaces.list();
    await printer.list(namespaces, columns, 'There is no namespace yet: docfleet namespace create NAME');
  },
});

const get = defineCommand<string | undefined>({
  name: 'get',
  description: 'show a namespace with its models and stores',
  argument: ['[name]', 'unset: the chosen one'],
  examples: ['docfleet namespace get handbook'],
  async act(session, name) {
    const namespaceId = name ?? session.namespaceId();
    const { namespace, move } = await session.client.namespaces.get({ namespaceId });
    const moving = move ? linesOf({ MOVE: () => move.summary }, namespace) : [];
    await session.printer.result({ ...namespace, move }, [...linesOf(columns, namespace), ...moving]);
  },
});

const create = defineCommand<string, ConfigOptions>({
  name: 'create',
  description: "create a namespace, with the operator's models and stores by default",
  argument: ['<name>'],
  options: [
    ['--config <file>', 'its models and stores, as JSON'],
    ['--no-validate', 'do not try models and stores first'],
  ],
  notes: configNotes,
  examples: [
    'docfleet namespace create notes',
    'docfleet namespace create handbook --config handbook.json',
    'sops -d handbook.json | docfleet namespace create handbook --config -',
  ],
  async act(session, name, { config, validate }) {
    const { client, printer } = session;
    const configs = await readConfigs(session, config);
    const { namespace: created } = await client.namespaces.create({ ...configs, name, validate });
    await printer.result(created, [
      `${printer.paint('green', '✓')} Created ${visibleLine(created.name)}`,
      printer.paint('dim', `  Work on it: docfleet namespace use ${visibleLine(created.name)}`),
    ]);
  },
});

const update = defineCommand<string, ConfigOptions & { reembed?: boolean }>({
  name: 'update',
  description: 'change the models, stores and connectors of a namespace',
  argument: ['<name>'],
  options: [
    ['--config <file>', 'what changes, as JSON; null takes a connector away'],
    ['--reembed', 'embed its documents again, where the model or the vector store changes'],
    ['--no-validate', 'do not try models and stores first'],
  ],
  notes: configNotes,
  examples: [
    `echo '{"webScraperConfig":{"provider":"BUILTIN"}}' | docfleet namespace update notes --config -`,
  ],
  async act(session, name, { config, validate, reembed }) {
    const { client, printer } = session;
    if (config === undefined) throw misuse('What changes is not named', 'Pass it with --config FILE.');
    const changed = await client.namespaces.update({
      ...(await readConfigs(session, config)),
      namespaceId: name,
      validate,
      ...(reembed && { reembed: true }),
    });
    const { ingestJobRunId } = changed;
    await printer.result(changed, [
      `${printer.paint('green', '✓')} Changed ${visibleLine(name)}`,
      ...(ingestJobRunId
        ? [
            `  Its documents are embedded again, or their vectors moved: docfleet namespace get ${visibleLine(name)}, docfleet runs watch ${ingestJobRunId}`,
          ]
        : []),
    ]);
  },
});

const remove = defineCommand<string>({
  name: 'delete',
  description: 'delete a namespace and its content',
  argument: ['<name>'],
  examples: ['docfleet namespace delete drafts', 'docfleet namespace delete drafts --yes'],
  async question(name, _, { client }) {
    await client.namespaces.get({ namespaceId: name });
    return `Delete ${visibleLine(name)} with all its documents, vectors and files?`;
  },
  act: async ({ client, printer }, name) =>
    printer.result(await client.namespaces.delete({ namespaceId: name }), [
      `Deleting ${visibleLine(name)}: nothing of it is found any more`,
    ]),
});

const use = defineCommand<string>({
  name: 'use',
  description: 'set the default namespace',
  argument: ['<name>'],
  examples: ['docfleet namespace use handbook'],
  async act({ client, printer, account, environment }, name) {
    await client.namespaces.get({ namespaceId: name });
    const { current, profiles } = await readProfiles(environment.configDirectory);
    const profile = profiles[account.profileName];
    if (!profile)
      throw misuse(
        'There is no stored sign-in whose namespace could be set',
        'Set DOCFLEET_NAMESPACE instead.',
      );
    await writeProfiles(environment.configDirectory, {
      current,
      profiles: { ...profiles, [account.profileName]: { ...profile, namespaceId: name } },
    });
    await printer.result({ namespaceId: name }, [
      `${printer.paint('green', '✓')} Working on ${visibleLine(name)}`,
    ]);
  },
});

/** `namespace list|get|create|update|delete|use`. */
export const addNamespaceCommands = defineGroup(
  { name: 'namespace', alias: 'ns', description: 'manage namespaces' },
  [list, get, create, update, remove, use],
);

async function readConfigs(cli: Cli, path: string | undefined): Promise<Configs> {
  if (path === undefined) return {};
  const text = path === '-' ? await readAll(cli.terminal) : await readConfigFile(cli, path);
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new CliFailure(`${path} is no JSON`, { exitCode: exitCodes.misused, cause });
  }
  throw new CliFailure(`${path} is no JSON object`, { exitCode: exitCodes.misused });
}

const readConfigFile = (cli: Cli, path: string) =>
  readFile(resolve(cli.environment.workingDirectory, path), 'utf8').catch((cause: Error) => {
    throw new CliFailure(`${path} cannot be read: ${cause.message}`, { exitCode: exitCodes.misused, cause });
  });

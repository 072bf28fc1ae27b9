import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Input, Namespace } from '@docfleet/sdk';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { CliFailure, misuse } from '../cli-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readProfiles, writeProfiles } from '../profiles/profile-store.ts';
import { openSession } from '../session.ts';
import { age } from '../terminal/age.ts';
import type { Columns } from '../terminal/printer.ts';
import { confirm, readAll } from '../terminal/questions.ts';
import { visibleLine } from '../terminal/visible-text.ts';

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

const configHelp = `
The file holds embeddingModelConfig, vectorStorageConfig, fileStorageConfig, webScraperConfig and the connectors'
configs as JSON, as POST /v1/namespaces takes them. - reads it from a pipe, so that no secret need lie in a file.`;

/** `namespace list|create|get|update|delete|use`. */
export function addNamespaceCommands(program: Command, cli: Cli): void {
  const namespace = program.command('namespace').alias('ns').description('manage namespaces');
  addReading(namespace, cli);
  addCreating(namespace, cli);
  addUpdating(namespace, cli);
  addDeleting(namespace, cli);
  addChoosing(namespace, cli);
}

function addReading(namespace: Command, cli: Cli): void {
  namespace
    .command('list')
    .description('list the namespaces')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet namespace list\n  $ docfleet namespace list --json | jq -r .name',
    )
    .action(async (_: object, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const { namespaces } = await client.namespaces.list();
      await printer.list(namespaces, columns, 'There is no namespace yet: docfleet namespace create NAME');
    });
  namespace
    .command('get')
    .description('show a namespace with its models and stores')
    .argument('[name]', 'unset: the chosen one')
    .addHelpText('after', '\nExamples:\n  $ docfleet namespace get handbook')
    .action(async (name: string | undefined, _: object, command: Command) => {
      const session = await openSession(cli, command);
      const found = await session.client.namespaces.get({ namespaceId: name ?? session.namespaceId() });
      const lines = Object.entries(columns).map(
        ([title, cell]) => `${title.padEnd(10)} ${visibleLine(String(cell(found.namespace) ?? '-'))}`,
      );
      await session.printer.result(found.namespace, lines);
    });
}

function addCreating(namespace: Command, cli: Cli): void {
  namespace
    .command('create')
    .description("create a namespace, with the operator's models and stores by default")
    .argument('<name>')
    .option('--config <file>', 'its models and stores, as JSON')
    .option('--no-validate', 'do not try models and stores first')
    .addHelpText(
      'after',
      `${configHelp}\n\nExamples:\n  $ docfleet namespace create notes\n  $ docfleet namespace create handbook --config handbook.json\n  $ sops -d handbook.json | docfleet namespace create handbook --config -`,
    )
    .action(async (name: string, options: ConfigOptions, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const configs = await readConfigs(cli, options.config);
      const { namespace: created } = await client.namespaces.create({
        ...configs,
        name,
        validate: options.validate,
      });
      await printer.result(created, [
        `${printer.paint('green', '✓')} Created ${visibleLine(created.name)}`,
        printer.paint('dim', `  Work on it: docfleet namespace use ${visibleLine(created.name)}`),
      ]);
    });
}

function addUpdating(namespace: Command, cli: Cli): void {
  namespace
    .command('update')
    .description('change the models, stores and connectors of a namespace')
    .argument('<name>')
    .requiredOption('--config <file>', 'what changes, as JSON; null takes a connector away')
    .option('--reembed', 'embed its documents again, where the model or the vector store changes')
    .option('--no-validate', 'do not try models and stores first')
    .addHelpText(
      'after',
      `${configHelp}\n\nExamples:\n  $ echo '{"webScraperConfig":{"provider":"BUILTIN"}}' | docfleet namespace update notes --config -`,
    )
    .action(async (name: string, options: ConfigOptions & { reembed?: boolean }, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const changed = await client.namespaces.update({
        ...(await readConfigs(cli, options.config)),
        namespaceId: name,
        validate: options.validate,
        ...(options.reembed && { reembed: true }),
      });
      const { ingestJobRunId } = changed;
      await printer.result(changed, [
        `${printer.paint('green', '✓')} Changed ${visibleLine(name)}`,
        ...(ingestJobRunId
          ? [`  Its documents are embedded again: docfleet runs watch ${ingestJobRunId}`]
          : []),
      ]);
    });
}

function addDeleting(namespace: Command, cli: Cli): void {
  namespace
    .command('delete')
    .description('delete a namespace and its content')
    .argument('<name>')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docfleet namespace delete drafts\n  $ docfleet namespace delete drafts --yes',
    )
    .action(async (name: string, { yes }: { yes?: boolean }, command: Command) => {
      const { client, printer, terminal, signal } = await openSession(cli, command);
      await client.namespaces.get({ namespaceId: name });
      const question = `Delete ${visibleLine(name)} with all its documents, vectors and files?`;
      await confirm(terminal, question, { yes, signal });
      const deleted = await client.namespaces.delete({ namespaceId: name });
      await printer.result(deleted, [`Deleting ${visibleLine(name)}: nothing of it is found any more`]);
    });
}

function addChoosing(namespace: Command, cli: Cli): void {
  namespace
    .command('use')
    .description('set the default namespace')
    .argument('<name>')
    .addHelpText('after', '\nExamples:\n  $ docfleet namespace use handbook')
    .action(async (name: string, _: object, command: Command) => {
      const { client, printer, account, environment } = await openSession(cli, command);
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
    });
}

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

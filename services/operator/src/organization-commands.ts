import { createOrganization, listOrganizations } from '@docfleet/domain/organization';
import type { Command } from 'commander';
import { readName } from './arguments.ts';
import { addQuotaCommand } from './quota-command.ts';
import { type OutputOptions, type Session, show, table } from './session.ts';

/** `organization create|quota|list`. */
export function addOrganizationCommands(program: Command, session: Session): void {
  const organization = program.command('organization').description('owners of namespaces and keys');

  organization
    .command('create')
    .description('create an organization')
    .argument('<name>', 'its name', readName)
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions) => {
      const id = await session.withDatabase((database) => createOrganization(database, name));
      show(session, options, { value: { id, name }, lines: [`Created the organization ${id}`] });
    });

  addQuotaCommand(organization, session);

  organization
    .command('list')
    .description('list the organizations, the oldest first')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const found = await session.withDatabase(listOrganizations);
      const rows = found.map(({ id, createdAt, name }) => [id, createdAt.toISOString(), name]);
      show(session, options, { value: found, lines: table(['ID', 'CREATED', 'NAME'], rows) });
    });
}

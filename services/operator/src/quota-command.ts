import type { Database } from '@docfleet/domain/database';
import { findOrganization } from '@docfleet/domain/organization';
import { quotaLimits, readOwnQuotas, readStored, setOwnQuotas } from '@docfleet/domain/quota';
import { AppError } from '@docfleet/errors';
import { jsonSetting } from '@docfleet/runtime/config';
import type { Command } from 'commander';
import { readWith } from './arguments.ts';
import { type OutputOptions, type Session, show } from './session.ts';

type Quotas = ReturnType<typeof readQuotas>;

const readQuotas = readWith(
  jsonSetting(quotaLimits),
  'JSON like {"organization":{"documents":1000,"bytes":1000000000,"chunks":100000,"pages":1000},"namespace":{},"tenant":{}}',
);

async function changeQuotas(
  database: Database,
  id: string,
  { set, reset = false }: { readonly set?: Quotas; readonly reset?: boolean },
) {
  if (!(await findOrganization(database, id)))
    throw new AppError('NOT_FOUND', 'There is no organization with this id: see `organization list`');
  if (set || reset) await setOwnQuotas(database, id, set);
  const quotas = await readOwnQuotas(database, id);
  return { quotas: quotas ?? null, stored: await readStored(database, { organizationId: id }) };
}

/** `organization quota`. */
export function addQuotaCommand(organization: Command, session: Session): void {
  organization
    .command('quota')
    .description('show or set what an organization, each of its namespaces and each of its tenants may store')
    .argument('<id>', 'id of the organization')
    .option('--set <json>', 'its quotas, in place of those of STORAGE_QUOTAS amount by amount', readQuotas)
    .option('--reset', 'have it use those of STORAGE_QUOTAS alone')
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions & { set?: Quotas; reset?: boolean }) => {
      const value = await session.withDatabase((database) => changeQuotas(database, id, options));
      const lines = [
        `Its own quotas: ${value.quotas ? JSON.stringify(value.quotas) : 'none'}`,
        `Stored: ${JSON.stringify(value.stored)}`,
      ];
      show(session, options, { value, lines });
    });
}

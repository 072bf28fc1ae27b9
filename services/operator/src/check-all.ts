import { countMoving } from '@docfleet/domain/consistency';
import type { Database } from '@docfleet/domain/database';
import { listNamespaces } from '@docfleet/domain/namespace';
import { listOrganizations } from '@docfleet/domain/organization';
import { type ConsistencyCheck, checkLeftovers, checkNamespace, type Finding } from './consistency/index.ts';
import { OperatorFailure } from './operator-failure.ts';

interface Selection {
  readonly namespace?: string;
  readonly organization?: string;
}

/** The ids of the namespaces that were selected; by default all of them. Rejects when the named one does not exist. */
async function* selectNamespaces(
  database: Database,
  { namespace, organization }: Selection,
): AsyncGenerator<string> {
  let selected = 0;
  for (const { id } of await listOrganizations(database)) {
    if (organization !== undefined && organization !== id) continue;
    for (const { id: namespaceId, name } of await listNamespaces(database, id)) {
      if (namespace !== undefined && namespace !== name) continue;
      selected += 1;
      yield namespaceId;
    }
  }
  if (namespace !== undefined && selected === 0)
    throw new OperatorFailure(`There is no namespace ${namespace}.`);
}

/** Checks the selected namespaces; by default all of them, and what belongs to none. */
export async function* checkAll(check: ConsistencyCheck, selection: Selection): AsyncGenerator<Finding> {
  for await (const namespaceId of selectNamespaces(check.database, selection))
    yield* checkNamespace(check, namespaceId);
  if (selection.namespace === undefined && selection.organization === undefined) yield* checkLeftovers(check);
}

/** Counts the documents of the selected namespaces that were not checked because they are being processed. */
export async function countUnjudged(
  { database, quietMs }: ConsistencyCheck,
  selection: Selection,
): Promise<number> {
  let count = 0;
  for await (const namespaceId of selectNamespaces(database, selection))
    count += await countMoving(database, namespaceId, quietMs);
  return count;
}

import { type Examination, examineNamespace, examineRemains, type Finding } from '@docfleet/consistency';
import { listNamespaces, listOrganizations } from '@docfleet/domain';
import { OperatorFailure } from './operator-failure.ts';

interface Selection {
  readonly namespace?: string;
  readonly organization?: string;
}

/** Examines the namespaces that were selected; all of them, and what belongs to none, unless told. */
export async function* examineAll(
  examination: Examination,
  { namespace, organization }: Selection,
): AsyncGenerator<Finding> {
  const { database } = examination;
  let examined = 0;
  for (const { id } of await listOrganizations(database)) {
    if (organization !== undefined && organization !== id) continue;
    for (const { id: namespaceId, name } of await listNamespaces(database, id)) {
      if (namespace !== undefined && namespace !== name) continue;
      examined += 1;
      yield* examineNamespace(examination, namespaceId);
    }
  }
  if (namespace !== undefined && examined === 0)
    throw new OperatorFailure(`There is no namespace ${namespace}.`);
  if (namespace === undefined && organization === undefined) yield* examineRemains(examination);
}

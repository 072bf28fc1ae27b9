import { makeDocuments } from '../../../bench/listing/rows.ts';
import type { TestFleet } from '../test-fleet.ts';
import { hostileStrings } from './hostile-strings.ts';

async function idOf({ database }: TestFleet, name: string): Promise<string> {
  const { id } = await database.namespace.findFirstOrThrow({ where: { name } });
  return id;
}

/** Ten thousand documents, as ingests would leave them. */
export async function seedMany(fleet: TestFleet, namespace: string): Promise<void> {
  const { database, organizationId } = fleet;
  await makeDocuments(database, { organizationId, namespaceId: await idOf(fleet, namespace), count: 10_000 });
}

/** Documents that failed, each with a hostile text as its name, its metadata and its error. */
export async function seedHostile(fleet: TestFleet, namespace: string): Promise<void> {
  const { database, organizationId } = fleet;
  const namespaceId = await idOf(fleet, namespace);
  const count = hostileStrings.length;
  await makeDocuments(database, { organizationId, namespaceId, count });
  for (const [index, text] of hostileStrings.entries())
    await database.document.updateMany({
      where: { namespaceId, externalId: String(index + 1) },
      data: {
        // As long as the API takes names.
        name: text.slice(0, 255).toWellFormed(),
        status: 'FAILED',
        errorCode: 'DOCUMENT_UNREADABLE',
        ingestionError: text,
        metadata: { index, [`of ${text.slice(0, 100)}`]: text.slice(0, 10_000) },
      },
    });
}

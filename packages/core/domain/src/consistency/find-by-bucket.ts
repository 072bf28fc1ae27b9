import type { Database } from '@docfleet/database';
import { beforeAll, documentsPerPage } from './at-rest.ts';

/** The living documents of a namespace in these buckets of a digest, in pages. */
export async function* findByBucket(
  database: Database,
  namespaceId: string,
  buckets: readonly string[],
): AsyncGenerator<string[]> {
  let after = beforeAll;
  for (;;) {
    const page = await database.$queryRaw<{ id: string; wanted: boolean }[]>`
      SELECT id, right(id::text, 3) = ANY(${buckets}::text[]) AS wanted FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND id > ${after}::uuid
      ORDER BY id LIMIT ${documentsPerPage}`;
    const wanted = page.filter((row) => row.wanted).map(({ id }) => id);
    if (wanted.length > 0) yield wanted;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

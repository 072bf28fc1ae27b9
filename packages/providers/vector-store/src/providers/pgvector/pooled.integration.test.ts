import { missingPooler, type Pooler, runWhere, startPooler } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { vectorRecord } from '../../../test/conformance-records.ts';
import { describePgvector, usePgvector } from '../../../test/pgvector.fixture.ts';
import { rowsWorthTable } from './maintain.ts';

const alive = AbortSignal.timeout(600_000);

describePgvector('PGVECTOR behind a pooler that runs each transaction on another connection', () => {
  const server = usePgvector();
  let pooler: Pooler | undefined;
  beforeAll(async () => {
    if (missingPooler === undefined) pooler = await startPooler(server.url);
  });
  afterAll(async () => pooler?.stop());

  runWhere(test, missingPooler === undefined, missingPooler ?? '')(
    'maintains a place again and again, and leaves nothing to others that share its connections',
    async () => {
      const { url } = pooler as Pooler;
      const store = server.open('pooled', { settings: { PGVECTOR_URL: url } });
      const recordOf = (index: number, fields: readonly string[]) =>
        vectorRecord(index, { metadata: Object.fromEntries(fields.map((field) => [field, index])) });
      await store.upsert(
        Array.from({ length: rowsWorthTable + 1 }, (_, index) => recordOf(index, ['first'])),
        alive,
      );
      const clients = Array.from({ length: 6 }, () => new pg.Client(url));
      await Promise.all(clients.map((client) => client.connect()));
      // As many connections as there are clients: what one of them is given next is another's.
      const holdAll = () =>
        Promise.all(clients.map((client) => client.query('BEGIN; SELECT pg_sleep(0.05)')));
      const endAll = () => Promise.all(clients.map((client) => client.query('ROLLBACK')));
      await holdAll();
      await endAll();
      const stirring = setInterval(() => {
        for (const client of clients)
          client.query('BEGIN; SELECT pg_sleep(0.002); COMMIT').catch(() => undefined);
      }, 5);
      for (const fields of [['first'], ['second'], ['third']]) {
        await store.upsert([recordOf(90_000, fields)], alive);
        for (let round = 0; round < 3; round += 1) await store.maintain(alive);
      }
      clearInterval(stirring);
      const [indexes] = await server.query(
        "SELECT count(*)::int FROM pg_class WHERE relname ~ '^own_[0-9]+_number'",
      );
      expect(indexes).toEqual({ count: 3 });
      expect(await server.query("SELECT pid FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
      await holdAll();
      for (const client of clients) {
        const { rows } = await client.query('SELECT current_setting($$search_path$$) AS path');
        expect(rows).toEqual([{ path: '"$user", public' }]);
      }
      await endAll();
      await Promise.all(clients.map((client) => client.end()));
      await store.purge(alive);
      await store.close();
    },
    120_000,
  );
});

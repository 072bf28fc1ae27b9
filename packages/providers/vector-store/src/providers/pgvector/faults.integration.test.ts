import { createServer } from 'node:net';
import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import { eventually } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { vectorQuery, vectorRecords } from '../../../test/conformance-expectations.ts';
import { vectorRecord } from '../../../test/conformance-records.ts';
import { describePgvector, usePgvector } from '../../../test/pgvector.fixture.ts';
import { openVectorStore } from '../../registry.ts';
import { rowsWorthTable } from './maintain.ts';

const alive = AbortSignal.timeout(600_000);

describePgvector('a PGVECTOR store in trouble', () => {
  const server = usePgvector();
  const { open, query } = server;

  /** The address of another database or user of the server. */
  function addressOf(changes: { database?: string; user?: string; password?: string; port?: number }) {
    const url = new URL(server.url);
    if (changes.database) url.pathname = `/${changes.database}`;
    if (changes.user) url.username = changes.user;
    if (changes.password) url.password = changes.password;
    if (changes.port) url.port = String(changes.port);
    return url.href;
  }
  const openAt = (url: string) => open('troubled', { settings: { PGVECTOR_URL: url } });

  async function refusalAt(url: string): Promise<unknown> {
    const store = openAt(url);
    const refusal = await store.check(16, alive).catch((error: unknown) => error);
    await store.close();
    return refusal;
  }

  beforeAll(async () => {
    await query('CREATE DATABASE bare');
    await query('CREATE DATABASE late');
    await query('CREATE DATABASE old');
    await query('CREATE DATABASE elsewhere');
    await query("CREATE ROLE reader LOGIN PASSWORD 'reader'");
  });

  test.each([
    ['of a wrong password', { password: 'wrong' }, /does not accept the user or password/],
    ['of a database that does not exist', { database: 'nowhere' }, /does not exist/],
    ['of a user without rights', { database: 'bare', user: 'reader', password: 'reader' }, /lacks a right/],
  ])('a check names the setting and the remedy %s', async (_, changes, message) => {
    expect(await refusalAt(addressOf(changes))).toMatchObject({
      code: 'PROVIDER_REJECTED',
      message: expect.stringMatching(message),
      details: { setting: 'PGVECTOR_URL', reason: expect.any(String) },
    });
  });

  test('a version of the extension that damages indexes is refused with what to do', async () => {
    await query('CREATE EXTENSION vector', 'old');
    await query("UPDATE pg_extension SET extversion = '0.8.3' WHERE extname = 'vector'", 'old');
    expect(await refusalAt(addressOf({ database: 'old' }))).toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { reason: expect.stringMatching(/0\.8\.4 or newer.*ALTER EXTENSION vector UPDATE/) },
    });
  });

  test('an extension that is installed after a refusal is used without a restart', async () => {
    const store = openAt(addressOf({ database: 'late', user: 'reader', password: 'reader' }));
    await expect(store.check(16, alive)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
    await query('GRANT CREATE ON DATABASE late TO reader');
    await query('CREATE EXTENSION vector', 'late');
    await store.upsert(vectorRecords(3), alive);
    expect(await store.count(alive)).toBe(3);
    await store.close();
  });

  test('the extension may lie in a schema of its own', async () => {
    await query('CREATE SCHEMA "Extensions"', 'elsewhere');
    await query('CREATE EXTENSION vector SCHEMA "Extensions"', 'elsewhere');
    const store = openAt(addressOf({ database: 'elsewhere' }));
    await store.upsert(vectorRecords(20), alive);
    await store.maintain(alive, true);
    expect((await searchStore(store, vectorQuery(), alive)).hits).toHaveLength(10);
    await store.close();
  });

  test('a server that is away makes a store unavailable, and no longer when it is back', async () => {
    expect(await refusalAt(addressOf({ port: 1 }))).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const store = open('restarted');
    await store.upsert(vectorRecords(20), alive);
    await query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = $$client backend$$',
    );
    const first = await store.count(alive).catch((error: unknown) => error);
    expect([20, expect.objectContaining({ code: 'PROVIDER_UNAVAILABLE' })]).toContainEqual(first);
    expect(await store.count(alive)).toBe(20);
    await store.close();
  });

  test('a database that has become read-only is unavailable for writers, and read', async () => {
    const store = open('read-only', { settings: { PGVECTOR_URL: `${server.url}?application_name=frozen` } });
    await store.upsert(vectorRecords(5), alive);
    await query('ALTER DATABASE docfleet SET default_transaction_read_only = on');
    await query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'frozen'");
    await store.count(alive).catch(() => undefined);
    const writing = store.upsert([vectorRecord(9)], alive);
    await expect(writing).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      message: expect.stringMatching(/read-only/),
    });
    expect(await store.count(alive)).toBe(5);
    await query('BEGIN READ WRITE; ALTER DATABASE docfleet RESET default_transaction_read_only; COMMIT');
    await store.close();
  });

  test('a record that the database refuses is refused, and not tried for a day', async () => {
    const store = open('bad-record');
    await store.upsert(vectorRecords(5), alive);
    await query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.id = 'doc0#9' THEN RAISE EXCEPTION 'no herons'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON docfleet_vectors.shared_16 FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const writing = store.upsert([vectorRecord(9)], alive);
    await expect(writing).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { reason: expect.stringMatching(/log of the database/) },
    });
    await query('DROP FUNCTION refuse CASCADE');
    expect(await store.count(alive)).toBe(5);
    await store.close();
  });

  test('a call that waits for a lock ends with the reason of its signal', async () => {
    const store = open('locked');
    await store.upsert(vectorRecords(5), alive);
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query('BEGIN; LOCK TABLE docfleet_vectors.places');
    const reason = new Error('stopped');
    const controller = new AbortController();
    const writing = store.upsert(vectorRecords(5), controller.signal);
    controller.abort(reason);
    await expect(writing).rejects.toBe(reason);
    await client.query('COMMIT');
    await client.end();
    expect(await store.count(alive)).toBe(5);
    await store.close();
  });

  test('two writers of the same records in opposite orders both succeed', async () => {
    const stores = [open('crossed'), open('crossed')];
    const records = vectorRecords(400);
    for (let round = 0; round < 3; round += 1)
      await Promise.all([
        stores[0]?.upsert(records, alive),
        stores[1]?.upsert(records.toReversed(), alive),
        stores[0]?.remove(
          records.slice(0, 50).map(({ id }) => id),
          alive,
        ),
        stores[1]?.updateMetadata(records.map(({ id }) => id).toReversed(), { round }, alive),
      ]);
    await stores[0]?.upsert(records, alive);
    expect(await stores[1]?.count(alive)).toBe(400);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a database that was made anew while a store was open is used without a restart', async () => {
    const store = openAt(addressOf({ database: 'renewed' }));
    await query('CREATE DATABASE renewed');
    await store.upsert(vectorRecords(3), alive);
    await query('DROP SCHEMA docfleet_vectors CASCADE', 'renewed');
    expect(await store.count(alive)).toBe(0);
    await query('DROP SCHEMA docfleet_vectors CASCADE; DROP EXTENSION vector', 'renewed');
    await store.upsert(vectorRecords(2), alive);
    expect(await store.count(alive)).toBe(2);
    await store.close();
  });

  test('a purge does not wait for an index that is being built', async () => {
    const store = open('purged');
    const records = Array.from({ length: rowsWorthTable + 1 }, (_, index) =>
      vectorRecord(index, { metadata: { number: index } }),
    );
    await store.upsert(records, alive);
    const reader = new pg.Client(server.url);
    await reader.connect();
    // As long as it sees what was there before, no index is ready.
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM docfleet_vectors.places LIMIT 1');
    const maintaining = store.maintain(alive).catch((error: unknown) => error);
    await eventually(async () => {
      const building = await query('SELECT FROM pg_stat_progress_create_index');
      expect(building).toHaveLength(1);
    });
    await store.purge(alive);
    await maintaining;
    await reader.end();
    expect(await store.count(alive)).toBe(0);
    expect(await store.shared?.list(alive)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ name: 'purged' })]),
    );
    await store.close();
  });

  const customers = (url: string, allowCidrs: readonly string[], password = 'docfleet') => {
    const egress = createEgress({ allowCidrs });
    const store = openVectorStore(
      { provider: 'PGVECTOR', url, password },
      { namespaceId: 'customers', egress },
    );
    return {
      store,
      close: () => Promise.all([store.close(), egress.close()]),
    };
  };
  /** A customer's address has no password. */
  function customersUrl(): [url: string, password: string] {
    const url = new URL(server.url);
    const { password } = url;
    url.password = '';
    url.searchParams.set('sslmode', 'disable');
    return [url.href, decodeURIComponent(password)];
  }

  test.each(['127.0.0.1', 'localhost'])(
    "a customer's server at %s is reached only where the operator allows it",
    async (host) => {
      const [text, password] = customersUrl();
      const url = text.replace('127.0.0.1', host);
      const refused = customers(url, [], password);
      await expect(refused.store.check(16, alive)).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
      await refused.close();
      const allowed = customers(url, ['127.0.0.0/8', '::1/128'], password);
      await allowed.store.upsert(vectorRecords(3), alive);
      expect(await allowed.store.count(alive)).toBe(3);
      await allowed.close();
    },
  );

  test("a customer's server without TLS is refused unless the address says so, and its password is never repeated", async () => {
    const [text, password] = customersUrl();
    const url = text.replace('?sslmode=disable', '');
    const { store, close } = customers(url, ['127.0.0.0/8'], password);
    const error = await store.check(16, alive).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      details: { reason: expect.stringMatching(/SSL/) },
    });
    expect(JSON.stringify(error)).not.toContain(password);
    await close();
  });

  let silent: ReturnType<typeof createServer>;
  beforeAll(async () => {
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void silent.close());

  test('a server that accepts connections and says nothing is left with the signal', async () => {
    const { port } = silent.address() as { port: number };
    const store = openAt(addressOf({ port }));
    const reason = new Error('stopped');
    const controller = new AbortController();
    const counting = store.count(controller.signal);
    controller.abort(reason);
    await expect(counting).rejects.toBe(reason);
  });
});

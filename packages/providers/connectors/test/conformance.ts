import { contractFile, describeExchanges, runWhere } from '@docfleet/testing';
import { describe, expect, test } from '@jest/globals';
import type { ListPage } from '../src/provider.ts';
import { describeHostile } from './conformance-hostile.ts';
import { describePages } from './conformance-pages.ts';
import {
  type ConformingConnector,
  type ConnectorCapabilities,
  createOpener,
  type Open,
  rejection,
  signal,
  textOf,
  withFake,
} from './conformance-subject.ts';
import { describeTroubles } from './conformance-troubles.ts';

const isWhole = ({ proof }: ListPage) => proof !== undefined;

/** Tests the contract of connectors; the test of each calls it. */
export function describeConnector(capabilities: ConnectorCapabilities): void {
  const subject = withFake(capabilities);
  const { hasChangeFeed, reportsDeletions, hasFiles, skips, keepsIds = true, hasAddresses = true } = subject;
  const open = createOpener(subject);
  const suffix = hasFiles ? '.txt' : '';

  describe('any connector', () => {
    test('finds everything on all pages, once, and says so at the end', async () => {
      const { fake, sync } = await open();
      const ids = Array.from({ length: 23 }, (_, number) =>
        fake.put(`/folder ${number % 3}/deep/item ${number}${suffix}`, `content ${number}`),
      );
      const { items, pages, last } = await sync();
      expect([...items.keys()].sort()).toEqual(expect.arrayContaining([...ids].sort()));
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.slice(0, -1).every((page) => !page.proof && page.nextCursor)).toBe(true);
      expect([isWhole(last), last.nextCursor]).toEqual([true, undefined]);
      const seen = pages.flatMap((page) => page.items).map(({ externalId }) => externalId);
      // The newest are looked at again, in one page more, where an edit moves an item to the beginning.
      expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(subject.looksAgain ? 4 : 0);
    });

    test('hands over the content, the name and the version of an item', async () => {
      const { fake, connector, sync } = await open();
      const id = fake.put(`/a/Übersicht${suffix}`, 'Grüße aus Köln');
      const item = (await sync()).items.get(id)!;
      expect(item.name).toBe(`Übersicht${suffix}`);
      const fetched = await connector.fetch(item, signal);
      expect(fetched.fileName).toContain('Übersicht');
      expect(fetched.versionKey).toBe(item.versionKey);
      expect(fetched.mimeType).toMatch(/^\w+\/[\w.+-]+/);
      expect(await textOf(fetched.body)).toContain('Grüße aus Köln');
    });

    test('an item has the address, the time, the size and the path that its vendor knows', async () => {
      const { fake, sync } = await open();
      const id = fake.put(`/a/deep/item${suffix}`, 'sixteen letters.');
      const item = (await sync()).items.get(id);
      expect(URL.canParse(item?.url ?? '')).toBe(hasAddresses);
      expect(Date.parse(item?.modifiedAt ?? '') > 0).toBe(subject.hasTimes ?? true);
      expect(item?.kind).toBe(hasFiles ? 'file' : 'page');
      expect(item?.sizeBytes).toBe(hasFiles ? 16 : null);
      if (item?.path) expect(`/${item.path}`).toMatch(new RegExp(`/a/deep/item${suffix}$`));
    });

    test('knows whose account it is', async () => {
      const { connector } = await open();
      const { accountId, name } = await connector.whoAmI(signal);
      expect(accountId).not.toBe('');
      expect(name).not.toBe('');
    });

    const { account } = subject;
    if (account !== null)
      test('asks its vendor at the public address, unless the operator names another', async () => {
        const requested: string[] = [];
        const fetch = async (input: string | URL | Request) => {
          requested.push(String(input).replace(/\?.*/, ''));
          throw new Error('Nothing is sent');
        };
        const { connector } = await open({ fetch, endpoints: {} });
        expect(await rejection(connector.whoAmI(signal))).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
        expect(requested).toEqual([account]);
      });

    test('a change makes a new version, and what has not changed keeps its own', async () => {
      const { fake, sync } = await open();
      const changed = fake.put(`/a${suffix}`, 'before');
      const other = fake.put(`/b${suffix}`, 'same');
      const first = await sync();
      fake.put(`/a${suffix}`, 'after');
      const second = await sync();
      expect(second.items.get(changed)?.versionKey).not.toBe(first.items.get(changed)?.versionKey);
      expect(second.items.get(other)?.versionKey).toBe(first.items.get(other)?.versionKey);
    });

    test('an item that is renamed and moved is named where it is now, with its id where the vendor keeps it', async () => {
      const { fake, sync } = await open();
      const id = fake.put(`/a/old${suffix}`, 'text');
      const { last } = await sync();
      fake.move(id, `/b/new${suffix}`);
      const { items, pages } = await sync(last.syncCursor);
      const moved = [...items.values()].filter(({ name }) => name === `new${suffix}`);
      expect(moved).toHaveLength(1);
      if (!keepsIds) expect(items.has(id)).toBe(false);
      else {
        expect(moved[0]?.externalId).toBe(id);
        expect(pages.flatMap(({ deleted }) => deleted)).not.toContain(id);
      }
    });

    test('what was deleted is absent from the next whole listing, and only its end is complete', async () => {
      const { fake, sync } = await open();
      const [gone, kept] = [fake.put(`/a${suffix}`, 'a'), fake.put(`/b${suffix}`, 'b')];
      await sync();
      fake.remove(gone);
      const { items, last } = await sync();
      expect(isWhole(last)).toBe(true);
      expect(items.has(gone)).toBe(false);
      expect(items.has(kept)).toBe(true);
    });

    if (skips)
      test('skips what cannot be ingested, with a sentence that says why', async () => {
        const { fake, sync } = await open();
        const kept = fake.put(hasFiles ? '/folder/a.txt' : '/a', 'a');
        const id = fake.putUnsupported('/strange');
        const { items, pages } = await sync();
        const skipped = pages.flatMap((page) => page.skipped);
        expect(skipped).toEqual([
          { externalId: id, name: 'strange', reason: expect.stringMatching(/\w+ \w+/) },
        ]);
        expect([...items.keys()]).toEqual([kept]);
      });

    test('is no listing of its own in an empty account', async () => {
      const { sync } = await open();
      const { items, last } = await sync();
      expect(items.size).toBe(0);
      expect(isWhole(last)).toBe(true);
    });
  });

  if (hasChangeFeed)
    describe('any connector with a change feed', () => {
      test('the next sync names what is new and changed alone', async () => {
        const { fake, sync } = await open();
        for (let number = 0; number < 30; number += 1) fake.put(`/f/${number}${suffix}`, `${number}`);
        const { last } = await sync();
        const before = fake.requests.length;
        const added = fake.put(`/f/added${suffix}`, 'new');
        const changed = fake.put(`/f/7${suffix}`, 'changed');
        const second = await sync(last.syncCursor);
        expect([...second.items.keys()]).toEqual(expect.arrayContaining([added, changed]));
        expect(isWhole(second.last)).toBe(false);
        expect(second.last.syncCursor).toBeDefined();
        const calls = fake.requests.length - before;
        expect(calls).toBeLessThanOrEqual(subject.maxRequests ?? 3);
      });

      test('nothing is named, and nothing gone, when nothing has happened', async () => {
        const { fake, sync } = await open();
        fake.put(`/a${suffix}`, 'a');
        const { last } = await sync();
        const again = await sync((await sync(last.syncCursor)).last.syncCursor);
        const { deleted, deletedPaths = [], proof } = again.last;
        expect([...deleted, ...deletedPaths, proof]).toEqual([undefined]);
      });
    });

  if (reportsDeletions)
    test('the next sync names what is gone, by id or by path', async () => {
      const { fake, sync } = await open();
      const id = fake.put('/f/a.txt', 'a');
      fake.put('/f/b.txt', 'b');
      const { last } = await sync();
      fake.remove(id);
      const { pages, items } = await sync(last.syncCursor);
      const gone = pages.flatMap(({ deleted, deletedPaths = [] }) => [...deleted, ...deletedPaths]);
      expect([[id], ['/f/a.txt']]).toContainEqual(gone);
      expect(items.has(id)).toBe(false);
    });

  if (subject.cursorsExpire)
    test('a cursor that the vendor has forgotten has a code of its own, and a whole listing goes on', async () => {
      const { fake, sync } = await open();
      fake.put(`/a${suffix}`, 'a');
      const { last } = await sync();
      fake.expireCursors();
      expect(await rejection(sync(last.syncCursor))).toMatchObject({ code: 'CURSOR_EXPIRED' });
      expect((await sync()).items.size).toBe(1);
    });

  if (hasChangeFeed)
    test('a cursor of an unknown form counts as expired', async () => {
      const { connector } = await open();
      const error = await rejection(connector.list('{"version":99}', undefined, signal));
      expect(error).toMatchObject({ code: 'CURSOR_EXPIRED' });
    });

  if (hasFiles)
    test('a huge file is handed over as it comes', async () => {
      const { fake, connector, sync } = await open();
      const id = fake.put('/huge.bin', new Uint8Array(64 * 1024 * 1024));
      const item = (await sync()).items.get(id)!;
      const { body } = await connector.fetch(item, signal);
      let bytes = 0;
      let largest = 0;
      for await (const part of body) {
        bytes += part.byteLength;
        largest = Math.max(largest, part.byteLength);
      }
      expect(bytes).toBe(64 * 1024 * 1024);
      expect(largest).toBeLessThanOrEqual(1024 * 1024);
    });

  describeTroubles(subject, open);
  describePages(subject, open);
  describeContract(subject, open);
  describeHostile(subject);
}

function describeContract({ contract, hasFiles, skips }: ConformingConnector, open: Open): void {
  if (!contract) return;
  const known = contractFile(contract.file) !== undefined;
  const testKnown = runWhere(test, known, `no ${contract.file} (VENDOR_CONTRACTS names its folder)`);

  testKnown("what is asked and answered is as the vendor's description has it", async () => {
    const { fake, connector, sync } = await open();
    const suffix = hasFiles ? '.txt' : '';
    const ids = [1, 2, 3, 4].map((number) => fake.put(`/f/${number}${suffix}`, `${number}`));
    if (skips) fake.putUnsupported('/strange');
    const { last, items } = await sync();
    await connector.whoAmI(signal);
    await textOf((await connector.fetch(items.get(ids[0]!)!, signal)).body);
    fake.put(`/f/1${suffix}`, 'changed');
    fake.remove(ids[1]!);
    await sync(last.syncCursor);
    expect(fake.exchanges.length).toBeGreaterThan(4);
    // Paths outside of `base`, such as the list of an account's sites, have a description of their own.
    const { base = '', isLeftOut = () => false } = contract;
    const described = fake.exchanges.filter(
      ({ request: { path } }) => path.startsWith(base) && !isLeftOut(path.slice(base.length)),
    );
    expect(described.length).toBeGreaterThan(4);
    expect(await describeExchanges(contract.file, described, contract.base)).toEqual([]);
  });
}

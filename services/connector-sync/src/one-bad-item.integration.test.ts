import { casesOf, createSeededRandom, testSeed } from '@docfleet/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { authorize, context, documents, runOf, sync } from '../test/connector-sync.fixture.ts';
import type { Lie } from '../test/lies.fixture.ts';
import { openLying } from '../test/lying-vendor.fixture.ts';
import { vendors } from '../test/vendors.fixture.ts';

// Rate limits are off: the result does not depend on them, and Notion alone would take minutes.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

const seed = testSeed();
const items = 100;
const badNumber = Math.floor(createSeededRandom(seed)() * items);
const nameOf = (number: number) => (number === badNumber ? 'bad-one' : `good-${number}`);

/** Damages of one item of a list: in JSON, and in the XML of S3. */
const damages: Readonly<Record<string, { json: (item: object) => unknown; xml: (item: string) => string }>> =
  {
    'is nothing': { json: () => null, xml: () => '<Contents></Contents>' },
    'has no id': {
      // Git names contents by their hash.
      json: ({ id: _id, sha: _sha, ...rest }: { id?: string; sha?: string }) => rest,
      xml: (item) => item.replace(/<Key>.*?<\/Key>/s, ''),
    },
    'has no values': {
      json: (item) => Object.fromEntries(Object.keys(item).map((key) => [key, null])),
      xml: (item) => item.replaceAll(/>[^<]+</g, '><'),
    },
    'is of no form': { json: () => 'bad', xml: () => '<Contents>bad</Contents>' },
    'has numbers for texts': {
      json: (item) => Object.fromEntries(Object.keys(item).map((key) => [key, 7])),
      xml: (item) =>
        item.replace(/<Size>.*?<\/Size>/s, '<Size>many</Size><LastModified>never</LastModified>'),
    },
  };

const damaged =
  ({ json, xml }: (typeof damages)[string]): Lie =>
  (list) =>
    list.write(
      list.items.map((item) => {
        if (!JSON.stringify(item).includes('bad-one')) return item;
        return typeof item === 'string' ? xml(item) : json(item as object);
      }),
    );

/** Parts of accounts are read by the same code; they are tried in `npm run test:long`. */
const subjects = Object.entries(vendors).filter(([called]) => /^[A-Z]/.test(called));
const tried = casesOf(2, 1) === 2 ? Object.entries(vendors) : subjects;

test.each(tried)(
  `an item of %s whose entry in a page of a hundred is damaged takes none of the others along (seed ${seed})`,
  async (_called, vendor) => {
    const { fake, account, connectionId, settings, close, answerWith } = await openLying(vendor, items);
    const ending = vendor.hasFiles ? '.txt' : '';
    const all = Array.from({ length: items }, (_, number) => `${nameOf(number)}${ending}`);
    for (const name of all) fake.put(`/f/${name}`, `content of ${name}`);
    const externalIds = vendor.selection?.(fake);
    const config = { config: { connectionId, ...(externalIds && { externalIds }) } };
    const others = all.filter((name) => !name.startsWith('bad'));
    const syncWith = async (lie: Lie) => {
      answerWith(lie);
      await authorize(connectionId, account, settings);
      const { id, status } = await sync(connectionId, config);
      const { skipped = 0, failed = 0, deleted = 0 } = (await runOf(id)).items ?? {};
      return { status, counts: { skipped, failed, deleted }, found: Object.keys(await documents()) };
    };
    for (const [how, damage] of Object.entries(damages)) {
      const { status, counts, found } = await syncWith(damaged(damage));
      const lost = others.filter((name) => !found.includes(name));
      expect({ how, status, lost }).toEqual({ how, status: 'COMPLETED', lost: [] });
      // It is named, or read in spite of its damage.
      const named = counts.skipped + found.length - others.length;
      expect({ how, named, ...counts }).toMatchObject({ how, named: 1, failed: 0, deleted: 0 });
    }
    expect((await syncWith((list) => list.write(list.items))).found).toHaveLength(items);
    const again = await syncWith(damaged(damages['is nothing']!));
    expect([again.counts.deleted, again.found.length]).toEqual([0, items]);
    await close();
  },
  240_000,
);

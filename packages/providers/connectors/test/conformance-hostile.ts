import { casesOf, contractFile, runWhere, startDescribedVendor, testSeed } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import type { Connector, ListPage } from '../src/provider.ts';
import { type ConnectorName, openConnector } from '../src/registry.ts';
import { type ConformingConnector, rejection, signal, textOf } from './conformance-subject.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

const seeds = 200;
const defaultSeeds = 20;
/** Far more than one takes, on a busy machine as well. */
const secondsForEach = 5;
const maxPages = 12;

/** Errors that a queue knows what to do with. */
const known = [
  ...['CONNECTION_UNAUTHORIZED', 'PROVIDER_RATE_LIMITED', 'PROVIDER_UNAVAILABLE', 'PROVIDER_REJECTED'],
  ...['CURSOR_EXPIRED', 'LISTING_ENDLESS', 'ITEM_NOT_FOUND', 'ITEM_FORBIDDEN', 'ITEM_UNSUPPORTED'],
];

/** The result of a call, or undefined when it rejects with an error of the contract. */
async function orKnownError<Result>(call: Promise<Result>): Promise<Result | undefined> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled') return outcome.value;
  expect(known).toContain((await rejection(call)).code);
  return undefined;
}

function checkPage({ items, skipped, nextCursor, proof, deleted }: ListPage): void {
  for (const { externalId, name, versionKey, url } of items)
    expect([externalId, name, versionKey, url ?? ''].map((field) => typeof field)).toEqual(
      Array(4).fill('string'),
    );
  for (const { reason } of skipped) expect(reason).toMatch(/\w+ \w+/);
  for (const id of deleted) expect(id).not.toBe('');
  if (proof) expect(nextCursor).toBeUndefined();
}

/** Lists as far as it goes; a page that came although a request failed would hide what that request had to say. */
async function listSome(
  connector: Connector,
  selection: readonly string[] | undefined,
  faults: () => number,
) {
  let cursor: string | undefined;
  for (let number = 0; number < maxPages; number += 1) {
    const before = faults();
    const page = await orKnownError(connector.list(cursor, selection, signal));
    if (!page) return undefined;
    expect(faults()).toBe(before);
    checkPage(page);
    cursor = page.nextCursor;
    if (page.items[0] || cursor === undefined) return page.items[0];
  }
  return undefined;
}

/** Tests the contract with a vendor that answers anything its description allows, and fails one request in five. */
export function describeHostile(subject: ConformingConnector): void {
  const { contract, name, endpoints, hostile = {} } = subject;
  if (!contract) return;
  const openOn = connectorsOnFakes((context) => openConnector(name as ConnectorName, context), endpoints);
  const testKnown = runWhere(test, contractFile(contract.file) !== undefined, `no ${contract.file}`);

  testKnown(
    'a vendor as hostile as its description allows gets known errors, and no page beside a failed request',
    async () => {
      const first = testSeed();
      for (let seed = first; seed < first + casesOf(seeds, defaultSeeds); seed += 1) {
        const options = { description: contract.file, base: contract.base ?? '', seed, ...hostile };
        const vendor = (await startDescribedVendor(options))!;
        const connector = openOn(vendor, () => 'token', { deadlineMs: 2_000 });
        await orKnownError(connector.whoAmI(signal));
        const item = await listSome(connector, hostile.selection, vendor.faults);
        const fetched = item && (await orKnownError(connector.fetch(item, signal)));
        if (fetched) await orKnownError(textOf(fetched.body));
      }
    },
    casesOf(seeds, defaultSeeds) * secondsForEach * 1_000,
  );
}

import {
  createSeededRandom,
  type GoogleDriveEmulator,
  type GraphEmulator,
  startGoogleDriveEmulator,
  startGraphEmulator,
  testSeed,
} from '@docfleet/testing';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { connect, context, documents, sync } from '../test/connector-sync.fixture.ts';

const seed = testSeed();
const parts = 100;
const numbers = Array.from({ length: parts }, (_, number) => number);
const folder = 'application/vnd.google-apps.folder';
const shortcut = 'application/vnd.google-apps.shortcut';

// Rate limits are off: the result does not depend on them, and a hundred parts would take most of a minute.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A request's path and query, as a place in it is recognized. */
type Refuses = (place: string) => boolean;

const googleRefusal = (status: number) => ({
  status,
  body: { error: { code: status, message: 'Refused', errors: [{ reason: 'refused', message: 'Refused' }] } },
});
const graphRefusal = (status: number) => ({
  status,
  body: { error: { code: 'refused', message: 'Refused' } },
});

async function startGoogle(
  fill: (store: GoogleDriveEmulator['store']) => void,
  refuses: Refuses,
  status: number,
) {
  const emulator = await startGoogleDriveEmulator({
    fault: ({ path, query }) =>
      refuses(decodeURIComponent(`${path}?${query}`)) ? googleRefusal(status) : undefined,
  });
  open.push(emulator);
  fill(emulator.store);
  return connect('GOOGLE_DRIVE', { url: emulator.url, token: emulator.accessToken } as never);
}

async function startGraph(fill: (store: GraphEmulator['store']) => void, refuses: Refuses, status: number) {
  const emulator = await startGraphEmulator({
    fault: ({ path, query }) =>
      refuses(decodeURIComponent(`${path}?${query}`)) ? graphRefusal(status) : undefined,
  });
  open.push(emulator);
  fill(emulator.store);
  return connect('SHAREPOINT', { url: emulator.url, token: emulator.accessToken } as never);
}

const site = (number: number) => `contoso.sharepoint.com,s${number},w${number}`;

/** Vendors that join the work of several parts, with one part refused. */
const places = {
  'a folder of a query of Google': (bad: number, status: number) => ({
    externalIds: ['top'],
    open: () =>
      startGoogle(
        (store) => {
          store.put({ id: 'top', name: 'top', mimeType: folder });
          for (const one of numbers) {
            store.put({ id: `d${one}`, name: `d${one}`, mimeType: folder, parent: 'top' });
            store.put({ id: `f${one}`, name: `${one}.txt`, parent: `d${one}` });
          }
        },
        (place) => place.includes(`'d${bad}'+in+parents`) || place.includes(`'d${bad}' in parents`),
        status,
      ),
  }),
  'a selected folder of Google': (bad: number, status: number) => ({
    externalIds: numbers.map((one) => `d${one}`),
    open: () =>
      startGoogle(
        (store) => {
          for (const one of numbers) {
            store.put({ id: `d${one}`, name: `d${one}`, mimeType: folder });
            store.put({ id: `f${one}`, name: `${one}.txt`, parent: `d${one}` });
          }
        },
        (place) => place.includes(`/files/d${bad}?`),
        status,
      ),
  }),
  'a shortcut of Google': (bad: number, status: number) => ({
    externalIds: undefined,
    open: () =>
      startGoogle(
        (store) => {
          for (const one of numbers) {
            store.put({ id: `f${one}`, name: `${one}.txt`, isOthers: true });
            store.put({ id: `s${one}`, name: `${one}.txt`, mimeType: shortcut, shortcutTo: `f${one}` });
          }
        },
        (place) => place.includes(`/files/f${bad}?`) && !place.includes('alt=media'),
        status,
      ),
  }),
  'a shared drive of Google': (bad: number, status: number) => ({
    externalIds: undefined,
    open: () =>
      startGoogle(
        (store) => {
          for (const one of numbers) {
            store.addDrive(`t${one}`);
            store.put({ id: `f${one}`, name: `${one}.txt`, driveId: `t${one}`, parent: `t${one}` });
          }
        },
        (place) => new RegExp(`driveId=t${bad}(&|$)`).test(place),
        status,
      ),
  }),
  'a site of SharePoint': (bad: number, status: number) => ({
    externalIds: undefined,
    open: () => startGraph(fillSites, (place) => place.includes(`${site(bad)}/drives`), status),
  }),
  'a library of SharePoint': (bad: number, status: number) => ({
    externalIds: numbers.map(site),
    open: () => startGraph(fillSites, (place) => place.includes(`/drives/b!${bad}/root/delta`), status),
  }),
  'a selected folder of Microsoft': (bad: number, status: number) => ({
    externalIds: numbers.map((one) => `b!0:d${one}`),
    open: () =>
      startGraph(
        (store) => {
          for (const one of numbers) {
            store.put('b!0', { id: `d${one}`, name: `d${one}`, kind: 'folder' });
            store.put('b!0', { id: `f${one}`, name: `${one}.txt`, parent: `d${one}` });
          }
        },
        (place) => place.includes(`/items/d${bad}/children`),
        status,
      ),
  }),
};

function fillSites(store: GraphEmulator['store']): void {
  for (const one of numbers) {
    store.sites.set(site(one), [`b!${one}`]);
    store.put(`b!${one}`, { id: 'x', name: `${one}.txt` });
  }
}

const statuses: readonly (readonly [string, number])[] = Object.entries(places).flatMap(([place]) =>
  (/Google/.test(place) ? [403, 404] : [403, 404, 423]).map((status) => [place, status] as const),
);

test.each(statuses)(
  `%s that is refused with %i takes none of 99 others along (seed ${seed})`,
  async (place, status) => {
    const bad = Math.floor(createSeededRandom(seed + status)() * parts);
    const { externalIds, open: start } = places[place as keyof typeof places](bad, status);
    const connectionId = await start();
    const run = await sync(connectionId, { config: { connectionId, ...(externalIds && { externalIds }) } });
    expect(run).toMatchObject({ status: 'COMPLETED', items: { failed: 0 } });
    const found = Object.keys(await documents());
    expect(numbers.filter((one) => one !== bad && !found.includes(`${one}.txt`))).toEqual([]);
  },
);

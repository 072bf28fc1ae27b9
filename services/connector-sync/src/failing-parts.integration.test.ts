import {
  type DriveFake,
  startBoxFake,
  startGoogleDriveFake,
  startGraphFake,
  type VendorFault,
} from '@docfleet/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ask, connect, context, documents, fetchAll, list, runOf } from '../test/connector-sync.fixture.ts';

// How often a page fails does not depend on the pace.
beforeAll(() => void Object.assign(context.cache, { run: async () => '0' }));

/** As if the vendor had failed to answer for an hour. */
async function waitAnHour(ingestJobRunId: string): Promise<void> {
  await context.database.$executeRaw`
    UPDATE ingest_job_runs SET "listingProgress" = jsonb_set("listingProgress", '{failing,since}',
      to_jsonb(to_char(now() AT TIME ZONE 'UTC' - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    WHERE id = ${ingestJobRunId}::uuid`;
}

async function failTimes(run: string, times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt += 1)
    await expect(list(run)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
}

interface Account {
  readonly fake: DriveFake;
  readonly api: string;
  readonly externalIds: readonly string[];
}

/** Two folders, of which the second is the one that fails. */
const vendors: Readonly<Record<string, () => Promise<Account>>> = {
  BOX: async () => {
    const fake = await startBoxFake();
    for (const name of ['bad', 'good']) fake.put(`/${name}/${name}.txt`, name);
    const externalIds = ['/good', '/bad'].map((path) => fake.folderAt(path));
    return { fake, api: `${fake.url}/2.0`, externalIds };
  },
  GOOGLE_DRIVE: async () => {
    const fake = await startGoogleDriveFake();
    for (const name of ['good', 'bad']) fake.put(`/${name}/${name}.txt`, name);
    return { fake, api: fake.url, externalIds: ['id1', 'id3'] };
  },
  ONEDRIVE: async () => {
    const fake = await startGraphFake();
    for (const name of ['good', 'bad']) fake.put(`/${name}/${name}.txt`, name);
    return { fake, api: fake.url, externalIds: ['own:id1', 'own:id3'] };
  },
};

describe.each(Object.entries(vendors))('%s', (connector, start) => {
  async function open() {
    const { fake, api, externalIds } = await start();
    const connectionId = await connect(connector, fake, api);
    const run = await ask(connectionId, { config: { connectionId, externalIds } });
    const bad = externalIds[1]?.split(':').at(-1) ?? '';
    const failAt = (fault: VendorFault) => {
      fake.fault = ({ path, query }) =>
        decodeURIComponent(`${path}?${query}`).replaceAll('+', ' ').match(`\\b${bad}\\b`) ? fault : undefined;
    };
    return { fake, run, failAt };
  }

  test('a part that fails for half an hour is named, and the others are read', async () => {
    const { fake, run, failAt } = await open();
    failAt({ kind: 'status', status: 500 });
    await failTimes(run, 5);
    // Not as long as it may pass.
    await failTimes(run, 1);
    await waitAnHour(run);
    await list(run);
    await fetchAll();
    expect(Object.keys(await documents())).toEqual(['good.txt']);
    expect((await runOf(run)).items).toMatchObject({ skipped: 1, deleted: 0 });
    await fake.close();
  });

  test('a vendor that fails everywhere is waited for, however long', async () => {
    const { fake, run } = await open();
    fake.fault = () => ({ kind: 'status', status: 500 });
    await failTimes(run, 5);
    await waitAnHour(run);
    await failTimes(run, 2);
    expect((await runOf(run)).errorMessage).toEqual(expect.any(String));
    fake.fault = undefined;
    await list(run);
    await fetchAll();
    expect(Object.keys(await documents()).toSorted()).toContain('good.txt');
    await fake.close();
  });

  test.each([400, 403])('a run in which all is refused with %i is FAILED, and says why', async (status) => {
    const { fake, run } = await open();
    fake.fault = () => ({ kind: 'status', status });
    await list(run);
    expect(await runOf(run)).toMatchObject({ status: 'FAILED', errorMessage: expect.any(String) });
    await fake.close();
  });
});

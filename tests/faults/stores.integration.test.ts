/** Faults of the vector store that FAULTS_STORE names: of its contents, and of its server. */
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { ingestText, waitForRun } from '../e2e/documents.ts';
import { checkFleet } from './check-fleet.ts';
import { findAll, repairAll } from './doctor.ts';
import type { FaultFleet } from './fault-fleet.ts';
import type { StoreServer } from './fault-store.ts';
import { storeName, times } from './form.ts';
import { report } from './report.ts';
import { refusing, withFullStore } from './scenarios/hurt-store.ts';
import { spoilVectors } from './scenarios/spoil-vectors.ts';
import { documents, setUpFleet } from './set-up-fleet.ts';

const faultTest = setUpFleet();
const onServer = runWhere(test, storeName !== 'LANCEDB', 'LANCEDB has no server that could be hurt');

const serverOf = ({ store }: FaultFleet): StoreServer => {
  if (!store.server) throw new Error('the store has no server');
  return store.server;
};
const kindOf = (finding: string): string => (JSON.parse(finding) as { kind: string }).kind;

faultTest(
  'vectors that were lost, that no chunk has, or that are of another generation are found and put in order',
  async ({ fleet, customer }) => {
    await customer.ingest(documents);
    await checkFleet(fleet, customer);
    await spoilVectors(fleet);
    const found = await repairAll(fleet);
    expect([...new Set(found.map(kindOf))].toSorted()).toEqual(['MISSING_VECTORS', 'UNKNOWN_VECTORS']);
    // A repair is a job of the fleet, after which what else was wrong may be judged.
    await eventually(async () => expect(await repairAll(fleet)).toEqual([]), 120_000);
    const recovery = await checkFleet(fleet, customer);
    report('39', `vectors of ${storeName} are lost, too many and of another generation`, {
      found: found.length,
      ...recovery,
    });
  },
);

/** Searches for words of `local`; resolves with the status. */
const searchLocal = async ({ api }: FaultFleet) =>
  (await api.request('POST', '/v1/search', { namespaceId: 'local', query: 'paragraph' })).status;

faultTest(
  'a store that is away is said to be, and what came meanwhile is embedded when it is back',
  async ({ fleet, survive }) => {
    const seconds = times(5, 60);
    const statuses = new Set<number>();
    let kinds: string[] = [];
    const recovery = await survive(1, () =>
      serverOf(fleet).without(async () => {
        const backAt = Date.now() + seconds * 1_000;
        while (Date.now() < backAt) {
          statuses.add(await searchLocal(fleet));
          kinds = (await findAll(fleet)).map(kindOf).filter((kind) => /STORE|VECTORS/.test(kind));
          await pause(200);
        }
      }),
    );
    report('40', `the server of ${storeName} is away for ${seconds} s`, { ...recovery });
    expect([...statuses].filter((status) => status !== 502 && status !== 503)).toEqual([]);
    expect(kinds).toEqual(['UNREAD_STORE']);
  },
  onServer,
);

faultTest(
  'a server that dies in the middle of its work has lost nothing that it had taken',
  async ({ fleet, survive }) => {
    const rounds = times(2, 20);
    const recovery = await survive(rounds, (round) =>
      pause(150 + 130 * round).then(() => serverOf(fleet).kill()),
    );
    report('41', `kill -9 of the server of ${storeName}, ${rounds} times; the slowest`, { ...recovery });
  },
  onServer,
);

faultTest(
  'a store that is slow slows its own namespace, and loses nothing',
  async ({ fleet, survive }) => {
    const lateMs = times(400, 2_000);
    const recovery = await survive(1, async () => {
      serverOf(fleet).delay(lateMs);
      await pause(times(5_000, 60_000));
      serverOf(fleet).delay(0);
    });
    report('42', `each answer of ${storeName} comes ${lateMs} ms late`, { ...recovery });
  },
  onServer,
);

faultTest(
  'a store without room takes what came meanwhile as soon as it has some',
  async ({ fleet, survive }) => {
    let couldBeFull = false;
    const recovery = await survive(1, async () => {
      couldBeFull = await withFullStore(fleet, serverOf(fleet), () => pause(times(5_000, 60_000)));
    });
    report('43', `the disk of ${storeName} is full`, { couldBeFull: String(couldBeFull), ...recovery });
  },
  onServer,
);

faultTest(
  'of a hundred documents the one whose record a store refuses fails, and the others do not',
  async ({ fleet, customer }) => {
    const mark = 'unwelcome-heron';
    await refusing(serverOf(fleet), mark, async () => {
      const [refused] = await Promise.all([
        ingestText(fleet.api, 'local', `No store takes the ${mark}.`),
        customer.ingest(2 * documents),
      ]);
      const run = await waitForRun(fleet.api, 'local', refused.ingestJobRunId, 60_000);
      expect(run.documents.failed).toHaveLength(1);
      const ids = run.documents.failed.map(({ id }) => id);
      await fleet.api.request('DELETE', '/v1/documents', {
        namespaceId: 'local',
        filterConfig: { documentIds: ids },
      });
    });
    const recovery = await checkFleet(fleet, customer);
    report('44', `one record of ${2 * documents} is refused by ${storeName}`, { ...recovery });
  },
  onServer,
);

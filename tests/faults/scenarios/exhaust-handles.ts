import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ServiceName } from '@docfleet/testing';
import type { FaultFleet } from '../fault-fleet.ts';

/** Below what any process has open: nothing more can be opened. */
const none = 3;
const usual = 1_024;

const limitFiles = (pid: number, count: number) =>
  promisify(execFile)('prlimit', ['--pid', String(pid), `--nofile=${count}:`]);

/** For so long every process of a service can open neither file nor connection; what it has open it keeps. */
export async function exhaustHandles(fleet: FaultFleet, service: ServiceName, forMs: number): Promise<void> {
  const pids = (fleet.services.processes().get(service) ?? []).map(({ pid }) => pid);
  await Promise.all(pids.map((pid) => limitFiles(pid, none)));
  await pause(forMs);
  // One that has ended meanwhile has nothing left to release.
  await Promise.all(pids.map((pid) => limitFiles(pid, usual).catch(() => undefined)));
}

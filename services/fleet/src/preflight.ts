import { mkdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { lookUpProcess } from '@docfleet/embedded';
import { closeFolder, findForeignEntries, listenOn } from '@docfleet/runtime/service';
import { z } from 'zod';
import type { FleetConfig } from './config.ts';
import { readJson } from './private-file.ts';
import { StartFailure } from './start-failure.ts';

const neededBytes = 300 * 1024 * 1024;
const ready = z.object({ pid: z.number(), url: z.string() });

/** Tests whether the process is another fleet: after a crash or a restart of a container, its id may be that of any program. */
async function isFleet(pid: number): Promise<boolean> {
  const entry = pid === process.pid ? undefined : await lookUpProcess(pid);
  return entry !== undefined && /services[/\\]fleet[/\\]src[/\\]/.test(entry.command);
}

async function requireNoOther(readyFile: string): Promise<void> {
  const other = ready.safeParse(await readJson(readyFile));
  if (other.success && (await isFleet(other.data.pid)))
    throw new StartFailure(
      `docfleet runs already, as process ${other.data.pid} at ${other.data.url}. Stop it, or set DATA_DIR and PORT for a second one.`,
    );
}

async function requireOwn(directory: string): Promise<void> {
  const [first] = await findForeignEntries(directory);
  if (first !== undefined) throw new StartFailure(first);
}

async function requireSpace(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < neededBytes)
    throw new StartFailure(
      `Only ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are free at ${directory}; docfleet needs 300. Free some, or set DATA_DIR to another disk.`,
    );
}

function portFailure(setting: string, port: number, host: string, code?: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another: ${setting}=${port + 1} npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return `This machine has no address ${host} (${code}). Set ${setting === 'PORT' ? 'HOST' : 'INTERNAL_HOST'} to one of its own, such as 127.0.0.1, or :: for all.`;
  return `Port ${port} cannot be opened (${code}). Choose another with ${setting}.`;
}

async function requirePort(setting: string, port: number, host: string): Promise<void> {
  const probe = createServer();
  try {
    await listenOn(probe, { port, host });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new StartFailure(portFailure(setting, port, host, code));
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Finds out what would keep the fleet from starting before anything is started. */
export async function checkBeforeStart(config: FleetConfig): Promise<void> {
  await mkdir(config.DATA_DIR, { recursive: true }).catch((error: { code?: string }) => {
    throw new StartFailure(
      `The folder ${config.DATA_DIR} cannot be made (${error.code}). Set DATA_DIR to one that can.`,
    );
  });
  await requireOwn(config.DATA_DIR);
  await closeFolder(config.DATA_DIR);
  await requireNoOther(join(config.DATA_DIR, 'ready.json'));
  await requireSpace(config.DATA_DIR);
  await requirePort('PORT', config.PORT, config.HOST);
  const { INTERNAL_PORT: internalPort, INTERNAL_HOST: internalHost } = config;
  if (internalPort !== undefined) await requirePort('INTERNAL_PORT', internalPort, internalHost);
}

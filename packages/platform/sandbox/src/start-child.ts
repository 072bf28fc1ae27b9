import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { inheritedEnvironment } from '@docfleet/runtime/config';

/** A namespace of its own has no network but a loopback that is down; a user other than root becomes root within it. */
const networkless = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-root-user', '--net'],
] as const;

let prefix: readonly string[] | undefined;

/** The command that starts a program without a network; empty where this machine does not let us. */
function networklessPrefix(): readonly string[] {
  prefix ??=
    networkless.find(([command, ...options]) => {
      const { status } = spawnSync(command, [...options, 'true'], { stdio: 'ignore', timeout: 5_000 });
      return status === 0;
    }) ?? [];
  return prefix;
}

/** Tests whether the kernel keeps children from the network, and not only our own code. */
export const isNetworkCut = (): boolean => networklessPrefix().length > 0;

/**
 * Starts a child process for untrusted content: leader of its own process group, without a network where the machine allows it, and
 * without the settings of this process, among which are secrets.
 */
export function startChild(script: string, heapMegabytes: number): ChildProcess {
  const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, script];
  const [command = process.execPath, ...options] = [...networklessPrefix(), ...program];
  const child = spawn(command, options, {
    detached: true,
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...inheritedEnvironment('PATH', 'LANG', 'LC_ALL', 'TZ', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE'),
      HOME: tmpdir(),
    },
  });
  if (child.pid !== undefined) runBehindRequests(child.pid);
  return child;
}

/** Niceness of children and all that they start: others, such as the gateway, come first. */
const niceness = 10;

function runBehindRequests(pid: number): void {
  try {
    setPriority(pid, Math.max(niceness, getPriority()));
  } catch {
    // It has ended already, or the machine does not let us: it then competes as an equal.
  }
}

import './global-setup.ts';

/** Global teardown of Jest, run once after the last test in the process that ran the setup. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.stopTestServers?.();
}

import './global-setup.ts';

/** Jest calls this once, after the last test, in the process that ran the setup. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.stopTestServers?.();
}

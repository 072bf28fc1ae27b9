import type { Config } from '@jest/types';
import { openDesk } from './desk.ts';

/**
 * Global setup of Jest, run once before the workers start: it offers the servers. A run with tests that need them starts them here, where
 * no test times out while Redis is downloaded; a run of named files starts them at the first request of a test.
 */
export default async function globalSetup(
  { testPathPatterns }: Config.GlobalConfig,
  { testMatch }: Config.ProjectConfig,
): Promise<void> {
  const desk = await openDesk();
  const needsServers = testMatch.some((glob) => /^[^!].*integration\.test/.test(glob));
  if (needsServers && !testPathPatterns.isSet()) await desk.start();
  globalThis.stopTestServers = () => desk.close();
}

declare global {
  var stopTestServers: (() => Promise<void>) | undefined;
}

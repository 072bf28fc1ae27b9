import { findProxyFaults, findRedisFaults } from '@docfleet/pipeline/resources';
import { findSuspectSettings, readConfig } from '@docfleet/runtime/config';
import { createLogger } from '@docfleet/runtime/logging';
import { keepFilesPrivate, run } from '@docfleet/runtime/service';
import { type FleetConfig, fleetConfig, fleetLogFile } from './config.ts';
import { type Fleet, startFleet } from './start-fleet.ts';
import { explainFailure } from './start-workers-process.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Reads the settings; prints invalid ones without a stack trace, and ends the process. */
function readSettings(): FleetConfig | undefined {
  try {
    return readConfig(fleetConfig);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

/** Says why a Redis of the operator's own does not answer: the fleet starts without it. */
async function reportRedis({ REDIS_URL: url }: FleetConfig): Promise<void> {
  const faults = url === undefined ? [] : await findRedisFaults({ url });
  for (const { sentence, isLasting } of faults)
    if (!isLasting) process.stderr.write(`${sentence}. Until then documents wait.\n`);
}

/** Runs the fleet until it is stopped; `whenReady` is done meanwhile. The log goes to a file, the terminal gets sentences. */
export async function runFleet(whenReady: (fleet: Fleet) => Promise<void>): Promise<void> {
  // Before the first file is made: the log.
  keepFilesPrivate();
  const config = readSettings();
  if (config === undefined) return;
  for (const sentence of [...findSuspectSettings(), ...findProxyFaults(config)])
    process.stderr.write(`${sentence}\n`);
  const logFile = fleetLogFile(config);
  const logger = createLogger({ service: 'fleet', level: config.LOG_LEVEL, file: logFile });
  await run(logger, async (scope) => {
    try {
      print('Starting docfleet …');
      const [fleet] = await Promise.all([startFleet(scope, config, logger), reportRedis(config)]);
      await whenReady(fleet);
    } catch (error) {
      process.stderr.write(`${explainFailure(error, logFile)}\n`);
      throw error;
    }
  });
}

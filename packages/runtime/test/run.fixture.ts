/** A program that closes in good order (`well`), never (`never`), or cannot start (`broken`). */
import { createLogger } from '../src/logging/index.ts';
import { run } from '../src/service/index.ts';

const [how] = process.argv.slice(2);
const logger = createLogger({ service: 'fixture', level: 'info' });

await run(
  logger,
  async (scope) => {
    if (how === 'broken') throw new Error('nothing to start');
    // Keeps the process until it is closed.
    scope.defer(
      setInterval(() => undefined, 60_000),
      (timer) => (how === 'never' ? new Promise(() => undefined) : clearInterval(timer)),
    );
    logger.info('started');
  },
  500,
);

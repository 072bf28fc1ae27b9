/** A program that closes in good order (`well`), never (`never`), cannot start (`broken`), or prints until it is stopped (`talks`). */
import { createLogger } from '../src/logging/index.ts';
import { run } from '../src/service/index.ts';

const [how] = process.argv.slice(2);
const logger = createLogger({ service: 'fixture', level: 'info' });

await run(
  logger,
  async (scope) => {
    if (how === 'broken') throw new Error('nothing to start');
    if (how === 'talks')
      scope.defer(
        setInterval(() => {
          process.stdout.write('line\n');
          process.stderr.write('written\n');
        }, 5),
        clearInterval,
      );
    // Keeps the process until it is closed.
    scope.defer(
      setInterval(() => undefined, 60_000),
      (timer) => (how === 'never' ? new Promise(() => undefined) : clearInterval(timer)),
    );
    logger.info('started');
  },
  500,
);

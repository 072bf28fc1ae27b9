import { expect, test } from '@jest/globals';
import { createLogger } from '../logging/index.ts';
import { repeat, Scope } from './run.ts';

test('a task that fails each time for the same reason fills no log', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
  const scope = new Scope();
  const enough = Promise.withResolvers<void>();
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 20) enough.resolve();
    throw new Error(`could not extend file "base/5/${runs}": No space left on device`);
  };
  repeat(scope, [{ name: 'relay', everyMs: 1, run }], logger);
  await enough.promise;
  await scope.close();
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['task failed, it will run again']);
});

import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { allQueues } from '../packages/core/queues/src/queues.ts';

const files = globSync('{services,packages/extensions}/*/src/**/*.ts', {
  cwd: join(import.meta.dirname, '..'),
}).map((file) => basename(file));

test.each(allQueues.map(({ name }) => name))(
  'the handler of %s is a file of the name of the queue',
  (name) => {
    expect(files).toContain(`${name}.ts`);
  },
);

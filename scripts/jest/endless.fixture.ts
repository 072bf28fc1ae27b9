/** A test that another one interrupts: it leaves a file behind and ends only by itself when nothing interrupts it for a minute. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@jest/globals';

test('endless', async () => {
  writeFileSync(join(tmpdir(), 'begun'), '');
  await sleep(60_000);
}, 90_000);

import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { convertFile } from '../../../../packages/readers/formats/test/convert.fixture.ts';
import { createConverterPool } from '../../src/isolation/converter-pool.ts';
import { attack } from './attack.fixture.ts';
import { documentedOutcomes } from './documented-codes.fixture.ts';
import { hostileFiles } from './hostile-files.fixture.ts';
import { samples } from './samples.fixture.ts';

const limits = { quietMs: 25_000, totalMs: 25_000, memoryBytes: 1_200 * 2 ** 20, outputBytes: 100_000_000 };
const pool = createConverterPool({ size: 1, limits });

/** A server that must never be requested. */
let connections = 0;
const canary = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let address = '';
const files = hostileFiles('http://canary.invalid/');

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;
});
afterAll(() => {
  pool.close();
  canary.close();
});

describe('a file that was made to harm ends with its own code or as bounded text, and harms no other', () => {
  it.each(files.map(({ name }, index) => [name, index] as const))(
    '%s',
    async (name, index) => {
      const file = hostileFiles(address)[index];
      const outcome = await attack(pool, name, (await file?.make()) ?? new Uint8Array());
      if (process.env['SHOW_OUTCOMES']) process.stderr.write(`OUTCOME ${JSON.stringify([name, outcome])}\n`);
      expect(file?.expected).toContain(outcome.code);
      const next = await attack(pool, 'next.html', Buffer.from('<h1>Unharmed</h1>'));
      expect(next).toMatchObject({ code: 'read', bytes: 11 });
    },
    60_000,
  );
});

test('no file makes its reader call a server, even where the machine has a network', async () => {
  for (const { name, make } of hostileFiles(address)) {
    if (!/server|external/.test(name)) continue;
    await convertFile({ name, content: await make() }).catch(() => undefined);
  }
  expect(connections).toBe(0);
});

test('no file is written outside the folder of its conversion', async () => {
  await expect(access('/tmp/docfleet-escaped')).rejects.toThrow();
  await expect(access('/etc/docfleet-escaped')).rejects.toThrow();
});

test.each(Object.keys(samples))(
  'a %s that is cut off at any twentieth ends with a code or as text',
  async (format) => {
    const whole = (await samples[format]?.()) ?? new Uint8Array();
    expect(await attack(pool, `whole.${format}`, whole)).toMatchObject({ code: 'read' });
    for (let twentieth = 1; twentieth < 20; twentieth++) {
      const content = whole.subarray(0, Math.floor((whole.length * twentieth) / 20));
      const { code } = await attack(pool, `cut.${format}`, content);
      expect(documentedOutcomes).toContain(code);
    }
  },
);

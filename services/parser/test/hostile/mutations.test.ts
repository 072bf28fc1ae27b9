import { casesOf, testSeed } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { createConverterPool } from '../../src/isolation/converter-pool.ts';
import { attack } from './attack.fixture.ts';
import { documentedOutcomes } from './documented-codes.fixture.ts';
import { mutate } from './mutate.fixture.ts';
import { samples } from './samples.fixture.ts';

/** MUTATIONS sets another number, SEED repeats some: each file is damaged from SEED plus its number. */
const count = Number(process.env['MUTATIONS'] ?? casesOf(400));
const firstSeed = testSeed();
const atOnce = 2;
/** A file of a few kilobytes has no excuse to take long, or much. */
const limits = { quietMs: 20_000, totalMs: 20_000, memoryBytes: 1_200 * 2 ** 20, outputBytes: 50_000_000 };
const pool = createConverterPool({ size: atOnce, limits });
afterAll(() => pool.close());

interface Finding {
  readonly format: string;
  readonly seed: number;
  readonly code: string;
  readonly message: string;
}

/** Codes that a damaged file of a few kilobytes has no right to: its reader died, or ran away. */
const isFinding = ({ code, message }: Finding) =>
  !documentedOutcomes.includes(code) ||
  message.includes('did not survive') ||
  (code === 'DOCUMENT_TOO_COMPLEX' && /more (?:time|memory)/.test(message));

test(`${count} damaged files from seed ${firstSeed} end with a documented code or as text, and no reader dies or runs away`, async () => {
  const whole = await Promise.all(
    Object.entries(samples).map(async ([format, make]) => ({ format, content: await make() })),
  );
  const findings: Finding[] = [];
  let next = firstSeed;
  const work = async () => {
    while (next < firstSeed + count) {
      const seed = next++;
      const { format, content } = whole[seed % whole.length] as (typeof whole)[number];
      const { code, message } = await attack(pool, `damaged.${format}`, mutate(content, seed));
      const finding = { format, seed, code, message };
      if (isFinding(finding)) findings.push(finding);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(findings).toEqual([]);
  expect(await attack(pool, 'next.html', Buffer.from('<h1>Unharmed</h1>'))).toMatchObject({ code: 'read' });
}, 3_600_000);

import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { addToLogContext, createLogger, withLogContext } from './index.ts';

function capture() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  return { lines, logger };
}

test('every line of a request carries its ids, also after an await', async () => {
  const { lines, logger } = capture();
  await withLogContext({ requestId: 'r1' }, async () => {
    await Promise.resolve();
    withLogContext({ documentId: 'd1' }, () => logger.info('inner'));
  });
  logger.info('outside');
  expect(lines).toMatchObject([{ requestId: 'r1', documentId: 'd1', msg: 'inner' }, { msg: 'outside' }]);
  expect(lines[1]).not.toHaveProperty('requestId');
});

test('an id that becomes known on the way is in every line after it, and in no other request', async () => {
  const { lines, logger } = capture();
  const handle = (requestId: string, documentId?: string) =>
    withLogContext({ requestId }, async () => {
      if (documentId) addToLogContext({ documentId });
      await Promise.resolve();
      logger.info('done');
    });
  await Promise.all([handle('r1', 'd1'), handle('r2')]);
  addToLogContext({ documentId: 'outside' });
  expect(lines[0]).toMatchObject({ requestId: 'r1', documentId: 'd1' });
  expect(lines[1]).not.toHaveProperty('documentId');
});

test('secrets do not reach the log', () => {
  const { lines, logger } = capture();
  logger.info({ config: { apiKey: 'sk-1', nested: { secretAccessKey: 'x' } } }, 'opened');
  expect(JSON.stringify(lines)).not.toMatch(/sk-1|"x"/);
});

const withFullDevice = existsSync('/dev/full') ? test : test.skip;

withFullDevice('a log that cannot be written fails no caller', async () => {
  const logger = createLogger({ service: 'test', level: 'info', file: '/dev/full' });
  expect(() => logger.info('no space')).not.toThrow();
  expect(() => logger.info('still none')).not.toThrow();
});

test('a line names its level as a number and as the severity that collectors of logs read', () => {
  const lines: string[] = [];
  const logger = createLogger(
    { service: 'test', level: 'debug' },
    { write: (line: string) => void lines.push(line) },
  );
  for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) logger[level]('done');
  expect(lines.map((line) => JSON.parse(line)).map(({ level, severity }) => [level, severity])).toEqual([
    [20, 'DEBUG'],
    [30, 'INFO'],
    [40, 'WARNING'],
    [50, 'ERROR'],
    [60, 'CRITICAL'],
  ]);
});

import { expect, test } from '@jest/globals';
import { startEngine } from './engine.ts';

test('requests to an engine that has ended are refused with how it ended, before and after', async () => {
  const engine = await startEngine('false');
  const refusal = { status: 503, message: 'Service unavailable: the engine of Qdrant has ended (1)' };
  await expect(engine.run('one', 'count', {})).rejects.toMatchObject(refusal);
  await expect(engine.run('one', 'count', {})).rejects.toMatchObject(refusal);
  await engine.close();
});

import { endConversion } from '@docfleet/domain';
import type { GatewayContext } from '../context.ts';

const pauseMs = 20;

/** Stands in for the parsers: ends every conversion that waits. Gives what stops it, when its last look is over. */
export function answerConversions({ database }: GatewayContext): () => Promise<void> {
  let looking = Promise.resolve();
  const answer = async () => {
    const waiting = await database.conversion.findMany({ where: { status: 'QUEUED' }, select: { id: true } });
    for (const { id } of waiting) await endConversion(database, id, { markdown: '# Converted' });
  };
  const timer = setInterval(() => {
    looking = looking.then(answer);
  }, pauseMs);
  return () => {
    clearInterval(timer);
    return looking;
  };
}

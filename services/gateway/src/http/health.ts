import type { Express } from 'express';
import type { GatewayContext } from '../context.ts';

const readinessDeadlineMs = 2_000;

async function isReady(check: () => Promise<unknown>): Promise<boolean> {
  const signal = AbortSignal.timeout(readinessDeadlineMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([check(), late]).then(
    () => true,
    () => false,
  );
}

/** `/healthz` tells that the process lives, `/readyz` whether what it depends on answers in time; neither asks for a key. */
export function serveHealth(app: Express, { readiness }: Pick<GatewayContext, 'readiness'>): void {
  app.get('/healthz', (_request, response) => {
    response.locals['route'] = '/healthz';
    response.json({ status: 'ok' });
  });

  app.get('/readyz', async (_request, response) => {
    response.locals['route'] = '/readyz';
    const names = Object.keys(readiness);
    const answers = await Promise.all(Object.values(readiness).map(isReady));
    const checks = Object.fromEntries(names.map((name, index) => [name, answers[index] ? 'ok' : 'failing']));
    const ready = answers.every(Boolean);
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'failing', checks });
  });
}

import { checkReadiness, type Readiness } from '@docfleet/runtime/service';
import type { Express } from 'express';
import type { GatewayContext } from './context.ts';

/** Milliseconds for which a result is reused: clients without a key that ask more often cause no more queries. */
const keptMs = 500;

/** Returns a readiness check that runs at most twice a second and shares its result among concurrent callers. */
function rememberReadiness(readiness: Readiness): () => ReturnType<typeof checkReadiness> {
  let known: ReturnType<typeof checkReadiness> | undefined;
  return () => {
    known ??= checkReadiness(readiness).finally(() => {
      setTimeout(() => {
        known = undefined;
      }, keptMs).unref();
    });
    return known;
  };
}

/** Serves `/healthz`, which reports that the process is alive, and `/readyz`, whether its dependencies respond in time; neither requires a key. */
export function serveHealth(app: Express, { readiness }: Pick<GatewayContext, 'readiness'>): void {
  const check = rememberReadiness(readiness);
  app.get('/healthz', (_request, response) => {
    response.locals['route'] = '/healthz';
    response.json({ status: 'ok' });
  });

  app.get('/readyz', async (_request, response) => {
    response.locals['route'] = '/readyz';
    const { ready, body } = await check();
    response.status(ready ? 200 : 503).json(body);
  });
}

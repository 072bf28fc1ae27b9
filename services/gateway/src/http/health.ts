import { checkReadiness } from '@docfleet/runtime/service';
import type { Express } from 'express';
import type { GatewayContext } from './context.ts';

/** `/healthz` reports that the process is alive, `/readyz` whether its dependencies respond in time; neither requires a key. */
export function serveHealth(app: Express, { readiness }: Pick<GatewayContext, 'readiness'>): void {
  app.get('/healthz', (_request, response) => {
    response.locals['route'] = '/healthz';
    response.json({ status: 'ok' });
  });

  app.get('/readyz', async (_request, response) => {
    response.locals['route'] = '/readyz';
    const { ready, body } = await checkReadiness(readiness);
    response.status(ready ? 200 : 503).json(body);
  });
}

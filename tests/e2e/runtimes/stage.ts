import { join } from 'node:path';
import type { DocfleetClient } from '@docfleet/sdk';
import { eventually, type StubServer } from '@docfleet/testing';
import { build } from 'esbuild';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { ScenarioInput } from './scenario.ts';

/** Everything that the scenario needs, in any runtime. */
export interface Stage {
  /** The scenario with the SDK. */
  readonly module: string;
  readonly proxy: FaultProxy;
  readonly inputOf: (runtime: string, baseUrl?: string) => ScenarioInput;
}

interface StageOptions {
  readonly fleet: { readonly url: string; readonly apiKey: string };
  readonly client: DocfleetClient;
  readonly receiver: StubServer;
  readonly namespaceId: string;
}

/** Bundles the scenario, takes a webhook's delivery for it, and puts a proxy in front of the gateway. */
export async function openStage({ fleet, client, receiver, namespaceId }: StageOptions): Promise<Stage> {
  const [module, delivery] = await Promise.all([bundleScenario(), takeDelivery(client, receiver)]);
  const proxy = await startFaultProxy(fleet.url, {
    '/page': { type: 'text/html', body: '<!doctype html><title>A page</title>' },
    '/scenario.js': { type: 'text/javascript', body: module },
  });
  return {
    module,
    proxy,
    inputOf: (runtime, baseUrl = proxy.url) => ({
      baseUrl,
      apiKey: fleet.apiKey,
      namespaceId,
      runtime,
      delivery,
    }),
  };
}

async function takeDelivery(
  client: DocfleetClient,
  receiver: StubServer,
): Promise<ScenarioInput['delivery']> {
  const { webhook } = await client.webhooks.create({ url: `${receiver.url}/for-runtimes` });
  const { id: webhookId, signingKey } = webhook;
  await client.webhooks.test({ webhookId });
  const { body, headers } = await eventually(() => {
    const request = receiver.requests.find(({ path }) => path === '/for-runtimes');
    if (!request) throw new Error('The webhook received nothing');
    return request;
  });
  await client.webhooks.delete({ webhookId });
  return { body, headers, signingKey };
}

/** The scenario with the SDK as one module for the web: a name of Node's in it would not be found. */
async function bundleScenario(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'scenario.ts')],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

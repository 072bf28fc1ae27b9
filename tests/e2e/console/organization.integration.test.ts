import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { createNamespace } from '../documents.ts';
import { openScene, type Scene } from './scene.ts';
import { startConsole, type TestConsole } from './start-console.ts';
import { testKeys } from './test-keys.ts';
import { testUsage } from './test-usage.ts';
import { testWebhooks } from './test-webhooks.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

describeWithBrowser('what an organisation looks after in the console', () => {
  let world: TestConsole;
  let scene: Scene;

  beforeAll(async () => {
    world = await startConsole({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
    await createNamespace(world.fleet.api, 'handbook');
    scene = await openScene(world);
  }, 240_000);
  afterAll(async () => {
    await world?.close();
    await scene?.close();
  });

  describe('webhooks', () => testWebhooks(() => scene));
  describe('keys', () => testKeys(() => scene));
  describe('usage', () => testUsage(() => scene));
});

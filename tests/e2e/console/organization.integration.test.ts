import { randomBytes } from 'node:crypto';
import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { createNamespace } from '../documents.ts';
import { openScene, type Scene } from './scene.ts';
import { startConsole, type TestConsole } from './start-console.ts';
import { testBuckets } from './test-buckets.ts';
import { startVendor, testConnections, type Vendor } from './test-connections.ts';
import { testEvaluation } from './test-evaluation.ts';
import { testHostileOrganization } from './test-hostile-organization.ts';
import { testKeys } from './test-keys.ts';
import { testUsage } from './test-usage.ts';
import { testWebhooks } from './test-webhooks.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

const masterKey = randomBytes(32).toString('base64');

describeWithBrowser('what an organization looks after in the console', () => {
  let world: TestConsole;
  let scene: Scene;
  let vendor: Vendor;

  beforeAll(async () => {
    vendor = await startVendor();
    world = await startConsole({
      ...vendor.environment,
      EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
      MASTER_KEY: masterKey,
    });
    await createNamespace(world.fleet.api, 'handbook');
    scene = await openScene(world);
  }, 240_000);
  afterAll(async () => {
    await world?.close();
    await scene?.close();
    await vendor?.close();
  });

  describe('evaluation', () => testEvaluation(() => scene));
  describe('webhooks', () => testWebhooks(() => scene));
  describe('keys', () => testKeys(() => scene));
  describe('connections', () =>
    testConnections(
      () => scene,
      () => vendor,
      masterKey,
    ));
  describe('buckets', () => testBuckets(() => scene));
  describe('usage', () => testUsage(() => scene));
  describe('hostile texts', () => testHostileOrganization(() => scene));
});

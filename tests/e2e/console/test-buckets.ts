import { startBucketFake, startDataCenterFake } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';

/** Connections without a consent, from wrong keys to other settings. */
export function testBuckets(scene: () => Scene): void {
  test('a bucket is connected with its keys, wrong ones are refused in the words of S3, and other settings replace them', async () => {
    const bucket = await startBucketFake();
    const { field, fleet, page, press, visitor } = scene();
    await visitor.open('/n/handbook/connections/new');
    await page.getByRole('radio', { name: /^S3 bucket/ }).press('Space');
    await field('Name').fill('Company documents');
    await field('Endpoint').fill(bucket.url);
    await field('Region').fill('eu-central-1');
    await field('Bucket').fill(bucket.bucket);
    await field('Access key ID').fill(bucket.accessKeyId);
    await field('Exclude (optional)').fill('**/*.tmp\ndrafts/**');
    await checkPage(visitor, 'connection-bucket');
    await page.getByLabel('Secret access key').fill('wrong');
    await press('Try and connect');
    await page
      .getByText(/SignatureDoesNotMatch/)
      .first()
      .waitFor();
    await page.getByLabel('Secret access key').fill(bucket.token);
    await press('Try and connect');
    await page.getByRole('heading', { name: /Company documents/ }).waitFor();
    await press('Change settings …');
    expect(await field('Exclude (optional)').inputValue()).toBe('**/*.tmp\ndrafts/**');
    expect(await page.getByLabel('Secret access key').inputValue()).toBe('');
    await field('Prefix (optional)').fill('team/');
    await page.getByLabel('Secret access key').fill(bucket.token);
    await press('Try and save');
    await page.getByRole('button', { name: 'Change settings …' }).waitFor();
    const stored = await fleet.database.connection.findFirstOrThrow({ where: { connector: 'S3' } });
    expect(stored).toMatchObject({
      status: 'ACTIVE',
      settings: { prefix: 'team/', exclude: ['**/*.tmp', 'drafts/**'] },
    });
    await fleet.database.connection.delete({ where: { id: stored.id } });
    await bucket.close();
  });

  test('a Confluence Data Center is connected with a token in place of a consent', async () => {
    const server = await startDataCenterFake();
    const { field, fleet, page, press, visitor } = scene();
    await visitor.open('/n/handbook/connections/new');
    await page
      .getByRole('radio', { name: /^Confluence/ })
      .first()
      .press('Space');
    await page.getByRole('radio', { name: 'Confluence Data Center' }).press('Space');
    await page.getByText('"Personal access tokens"').waitFor();
    expect(await page.getByText(/callback URL|granular scopes/).count()).toBe(0);
    await field('Name').fill('Company wiki');
    await field('Base URL').fill(server.baseUrl);
    await checkPage(visitor, 'connection-data-center');
    await page.getByLabel('Personal access token').fill('wrong');
    await press('Try and connect');
    await page
      .getByText(/This is what Confluence says with 401/)
      .first()
      .waitFor();
    await page.getByLabel('Personal access token').fill(server.token);
    await press('Try and connect');
    await page.getByRole('heading', { name: /Company wiki/ }).waitFor();
    await page.getByRole('button', { name: 'Change settings …' }).waitFor();
    const stored = await fleet.database.connection.findFirstOrThrow({ where: { connector: 'CONFLUENCE' } });
    expect(stored).toMatchObject({ status: 'ACTIVE', settings: { baseUrl: server.baseUrl } });
    await press('Sync …');
    await page.getByLabel(/Space HR/).check();
    await checkPage(visitor, 'connection-spaces');
    expect(await page.getByLabel(/^Ids of/).inputValue()).toBe('space:HR');
    await press('Start sync');
    await page.getByText('1 item by id').waitFor();
    const job = await fleet.database.ingestJob.findFirstOrThrow({ where: { connectionId: stored.id } });
    expect(job.config).toMatchObject({ externalIds: ['space:HR'] });
    await fleet.database.connection.delete({ where: { id: stored.id } });
    await server.close();
  });
}

import { type StubResponse, startStubServer } from '@docfleet/testing';
import { openS3 } from '../src/providers/s3/index.ts';
import { connectorsOnFakes } from './connector-on-fake.fixture.ts';

/** The settings of a bucket on a server of a test. */
export const s3SettingsOf = ({ url }: { readonly url: string }, changes: object = {}) => ({
  endpoint: url,
  region: 'eu-central-1',
  bucket: 'documents',
  accessKeyId: 'AKIDEXAMPLE',
  prefix: '',
  include: [],
  exclude: [],
  ...changes,
});

/** Lets a test open buckets on servers with one answer to everything, and closes them behind it. */
export function bucketsThatAnswer() {
  const openOn = connectorsOnFakes(openS3, () => ({}));
  return async (answer: StubResponse, changes: object = {}) => {
    const server = await startStubServer(() => ({
      headers: { 'content-type': 'application/xml' },
      ...answer,
    }));
    const connector = openOn(server, () => 'secret', { settings: s3SettingsOf(server, changes) });
    return { server, connector, ids: `${new URL(server.url).host}/documents/` };
  };
}

/** A listing of S3 with this in it, on its only page. */
export const listingOf = (content: string) =>
  `<ListBucketResult><IsTruncated>false</IsTruncated>${content}</ListBucketResult>`;

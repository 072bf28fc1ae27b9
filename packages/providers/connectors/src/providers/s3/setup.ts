import type { ConnectorSetup } from '../../setup.ts';

export const s3Setup: ConnectorSetup = {
  guide: 's3',
  ids: { of: 'objects, by their keys, and prefixes that end with a slash', example: 'handbook/2026/' },
  steps: [
    {
      text: 'At AWS, create a user for docfleet alone, with a policy of the permissions below for the bucket and its objects. Other services have such keys in their own consoles.',
      url: 'https://console.aws.amazon.com/iam/home#/users',
    },
    { text: 'Create an access key for it, which has two parts.' },
  ],
  permissions: [
    { name: 's3:ListBucket', reason: 'Objects below the prefix are listed; for the bucket' },
    { name: 's3:GetObject', reason: 'Objects are read; for the objects of the bucket' },
  ],
};

import { z } from 'zod';
import { namespaceResponse } from './present-namespace.ts';

const namePattern = /^[A-Za-z0-9._-]{1,64}$/;

export const namespaceName = z
  .string()
  .regex(namePattern, { error: 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -' })
  // A dot alone is a step in a path, and would never arrive as a name.
  .refine((name) => name !== '.' && name !== '..', { error: 'must not be . or ..' })
  .describe('Unique in your organization, and the identifier of the namespace; it cannot be changed');

/** Query parameter `validate`: with `false`, configurations are stored without trying their providers. */
export const validateQuery = z.object({
  validate: z
    .enum(['true', 'false'])
    .default('true')
    .describe('false: the configurations are not tried out before they are accepted'),
});

export const namespaceParams = z.object({ namespaceId: z.string() });
export const oneNamespace = z.object({ namespace: namespaceResponse });

export const exampleConfigs = {
  fileStorageConfig: {
    type: 'S3_COMPATIBLE',
    bucket: 'acme-docs',
    region: 'eu-central-1',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example' },
  },
  vectorStorageConfig: {
    provider: 'PINECONE',
    apiKey: 'pcsk_example',
    indexHost: 'https://docs-abc123.svc.us-east-1-aws.pinecone.io',
  },
  embeddingModelConfig: { provider: 'OPENAI', model: 'text-embedding-3-small', apiKey: 'sk-example' },
};

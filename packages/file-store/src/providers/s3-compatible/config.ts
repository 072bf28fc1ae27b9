import { hasCredentials } from '@docfleet/egress';
import { z } from 'zod';

export const s3CompatibleConfig = z.strictObject({
  type: z.literal('S3_COMPATIBLE'),
  bucket: z.string().min(1).max(255),
  region: z.string().min(1).max(64),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .refine((endpoint) => !hasCredentials(endpoint), 'must not carry a user name or password'),
  credentials: z.strictObject({
    accessKeyId: z.string().min(1).max(256),
    secretAccessKey: z.string().min(1).max(1_024),
  }),
});

export type S3CompatibleConfig = z.output<typeof s3CompatibleConfig>;

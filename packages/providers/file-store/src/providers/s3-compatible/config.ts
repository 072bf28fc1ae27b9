import { hasCredentials } from '@docfleet/egress';
import { z } from 'zod';

export const s3CompatibleConfig = z
  .strictObject({
    type: z.literal('S3_COMPATIBLE'),
    bucket: z.string().min(1).max(255).meta({ title: 'Bucket' }),
    region: z
      .string()
      .min(1)
      .max(64)
      .meta({ title: 'Region', examples: ['eu-central-1'] }),
    endpoint: z
      .url({ protocol: /^https?$/ })
      .refine((endpoint) => !hasCredentials(endpoint), 'must not carry a user name or password')
      .meta({ title: 'Endpoint', examples: ['https://s3.eu-central-1.amazonaws.com'] }),
    addressing: z.enum(['PATH', 'VIRTUAL_HOSTED']).optional().meta({
      title: 'Addressing',
      description:
        'How requests name the bucket: in the path, which is the default, or as a part of the host, which Alibaba OSS and some other stores require.',
    }),
    credentials: z.strictObject({
      accessKeyId: z.string().min(1).max(256).meta({ title: 'Access key ID' }),
      secretAccessKey: z.string().min(1).max(1_024).meta({ title: 'Secret access key', writeOnly: true }),
    }),
  })
  .meta({ title: 'S3 or compatible' });

export type S3CompatibleConfig = z.output<typeof s3CompatibleConfig>;

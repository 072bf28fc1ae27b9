import { hasCredentials } from '@docfleet/egress';
import { z } from 'zod';
import { signInMethod } from '../../sign-in.ts';
import { dataCenterSetup } from './setup.ts';

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !hasCredentials(url), 'must not carry a user name or password')
  .refine((url) => !/[?#]/.test(url), 'must end with the path of Confluence')
  .transform((url) => url.replace(/\/+$/, ''));

/** Stored settings of a connection to a self-hosted server; null where a user consented. */
export const dataCenterSettings = z.object({ baseUrl: z.string() }).nullish();

/** https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html */
export const confluenceSignIns = [
  signInMethod({
    method: 'DATA_CENTER',
    label: 'Confluence Data Center',
    setup: dataCenterSetup,
    fields: {
      baseUrl: baseUrl
        .meta({ title: 'Base URL', examples: ['https://wiki.example.com/confluence'] })
        .describe('The address of Confluence, as in the settings of the server'),
      token: z.string().nonempty().max(1_024).meta({ title: 'Personal access token', writeOnly: true }),
    },
    secret: 'token',
  }),
];

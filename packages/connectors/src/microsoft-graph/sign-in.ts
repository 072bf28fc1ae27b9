import { z } from 'zod';
import { requestToken, type SignInMethod, signInMethod } from '../sign-in.ts';

const login = 'https://login.microsoftonline.com';
const maxSites = 500;

/** A site by its address, or by its id of three parts. */
const site = z
  .string()
  .max(1_024)
  .refine(
    (text) => (URL.canParse(text) ? new URL(text).protocol === 'https:' : /^[^/]+,[^/]+,[^/]+$/.test(text)),
    'must be the address of a site or its id (host,id,id)',
  );

const application = {
  tenantId: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the id or a domain of an organization')
    .max(256)
    .meta({ title: 'Tenant ID', examples: ['contoso.onmicrosoft.com'] }),
  clientId: z.string().min(1).max(256).meta({ title: 'Application (client) ID' }),
  clientSecret: z.string().min(1).max(1_024).meta({ title: 'Client secret', writeOnly: true }),
};

const sites = z
  .array(site)
  .max(maxSites)
  .default([])
  .meta({ title: 'Sites', examples: ['https://contoso.sharepoint.com/sites/hr'] })
  .describe('The sites that are read. None: all sites of the organization');
const user = z
  .string()
  .min(1)
  .max(320)
  .meta({ title: 'User', examples: ['ada@contoso.com'] })
  .describe('Whose OneDrive is read: the principal name or the id of a user');

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow: an application with permissions of its own. */
const appOnly = <Shape extends z.ZodRawShape>(product: string, extent: Shape): SignInMethod =>
  signInMethod({
    method: 'APP',
    label: `${product} as an application`,
    fields: { ...application, ...extent },
    secret: 'clientSecret',
    requestToken(entered, context) {
      const { tenantId, clientId, clientSecret } = z.object(application).parse(entered);
      const fields = {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'https://graph.microsoft.com/.default',
      };
      const url = `${context.endpoints['login'] ?? login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
      return requestToken({ vendor: 'Microsoft', url, fields, secret: clientSecret }, context);
    },
  });

export const sharePointSignIns = [appOnly('SharePoint', { sites })];
export const oneDriveSignIns = [appOnly('OneDrive', { user })];

/** What an application reads: undefined where a user consented. */
export const appOnlyExtent = z
  .object({ sites: z.array(z.string()).optional(), user: z.string().optional() })
  .nullish();
export type AppOnlyExtent = z.output<typeof appOnlyExtent>;

import { AppError } from '@docfleet/errors';
import type { OAuthVendor } from '@docfleet/oauth';
import { jsonTable } from '@docfleet/runtime/config';
import { z } from 'zod';
import { connectorNames, hasConsent, oauthOf } from './registry.ts';

const address = z.url({ protocol: /^https?$/ });

/** Operator's settings that replace the table's: another cloud, a tenant's own login, a proxy, fewer scopes. */
const overrides = z.partialRecord(
  z.enum(connectorNames.filter(hasConsent)),
  z.strictObject({
    authorizeUrl: address.optional(),
    tokenUrl: address.optional(),
    revokeUrl: address.optional(),
    scopes: z.array(z.string().min(1)).optional(),
  }),
);

export type OAuthOverrides = z.output<typeof overrides>;

/** Settings of what signs users in at vendors. */
export const oauthSettings = {
  OAUTH_OVERRIDES: jsonTable(overrides).describe(
    'Other addresses and scopes of connectors, as JSON: {"ONEDRIVE":{"authorizeUrl":"…","tokenUrl":"…","revokeUrl":"…","scopes":["…"]}}',
  ),
};

/** The vendor of a connector, with the operator's overrides. Throws INVALID_REQUEST for a connector without consents. */
export function vendorOf(connector: string, overridden: OAuthOverrides = {}): OAuthVendor {
  const vendor = oauthOf(connector);
  if (!vendor)
    throw new AppError('INVALID_REQUEST', `Users do not consent at ${connector}: its settings grant access`);
  const { authorizeUrl, tokenUrl, revokeUrl, scopes } = overridden[connector as keyof OAuthOverrides] ?? {};
  return {
    ...vendor,
    authorizeUrl: authorizeUrl ?? vendor.authorizeUrl,
    tokenUrl: tokenUrl ?? vendor.tokenUrl,
    scopes: scopes ?? vendor.scopes,
    revocation: vendor.revocation && { ...vendor.revocation, url: revokeUrl ?? vendor.revocation.url },
  };
}

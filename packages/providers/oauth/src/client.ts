import { z } from 'zod';
import type { OAuthVendor } from './vendor.ts';

/** The application that a namespace's owner registered at a vendor. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Microsoft's id of the only organization whose accounts may sign in; every account may without one. */
  readonly tenantId?: string | undefined;
}

const stored = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  tenantId: z.string().optional(),
});

/** The client of a namespace for a vendor, from its configurations with their secrets; undefined when there is none. */
export function clientOf(
  configs: Readonly<Record<string, unknown>>,
  { config }: OAuthVendor,
): OAuthClient | undefined {
  return stored.safeParse(configs[config]).data;
}

/** The vendor as a client has to call it: an application of one organization at Microsoft is refused at the address of all (AADSTS50194). */
export function vendorFor(vendor: OAuthVendor, { tenantId }: OAuthClient): OAuthVendor {
  if (tenantId === undefined) return vendor;
  const own = (url: string) => url.replace('/common/', () => `/${encodeURIComponent(tenantId)}/`);
  return { ...vendor, authorizeUrl: own(vendor.authorizeUrl), tokenUrl: own(vendor.tokenUrl) };
}

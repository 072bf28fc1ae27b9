import { z } from 'zod';

/** Request with which a grant is ended at the vendor. */
export interface Revocation {
  readonly url: string;
  /** `basic-json`: the client by Basic, the token as JSON. `form`: the token. `client-form`: token and client. `bearer`: nothing but the access token. */
  readonly style: 'basic-json' | 'form' | 'client-form' | 'bearer';
}

/** Description of a vendor's OAuth 2.0, where vendors differ. */
export interface OAuthVendor {
  /** Name of the vendor for users. */
  readonly name: string;
  /** The namespace's configuration that holds the client. */
  readonly config: `${string}Config`;
  readonly authorizeUrl: string;
  /** Sent to `authorizeUrl` beside the usual ones. */
  readonly authorizeParameters: Readonly<Record<string, string>>;
  /** Empty where what may be read is set at the vendor. */
  readonly scopes: readonly string[];
  readonly usesPkce: boolean;
  readonly tokenUrl: string;
  readonly tokenBody: 'form' | 'json';
  /** Location of the client's id and secret: the Authorization header or the body. */
  readonly clientAuthentication: 'basic' | 'body';
  /** Whether a refresh needs the scopes again. */
  readonly refreshesWithScope: boolean;
  /** Without one the connection could not outlive its first access token. */
  readonly needsRefreshToken: boolean;
  /** Days that a refresh token lives where its answer does not say; null: until it is revoked. */
  readonly refreshTokenDays: number | null;
  /** Null where a single grant cannot be ended from outside: its user does so in the vendor's settings. */
  readonly revocation: Revocation | null;
}

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

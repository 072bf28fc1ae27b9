/** Facts about a connection that need no request to its vendor. */
export interface QuotaHolder {
  /** The OAuth client that its tokens were issued to; null where none was. */
  readonly clientId: string | null;
  /** Settings of the sign-in method, without the secret. */
  readonly settings: unknown;
  readonly accessToken: () => Promise<string>;
}

/**
 * Names what a vendor counts the requests of several connections by, as of an application's project or of an application in an
 * organization; undefined where that is not known, or where each connection is counted by itself.
 */
export type QuotaOf = (holder: QuotaHolder) => Promise<string | undefined>;

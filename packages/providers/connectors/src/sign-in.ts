import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Vendor } from './exchange.ts';
import type { AccessSetup } from './setup.ts';
import { createVendorClient } from './vendor-client.ts';

/** An access token, and when it ends. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
}

/** Dependencies of token requests. */
export interface TokenContext {
  /** The egress's. */
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** The operator's stand-ins for the vendor's addresses; `token` is where tokens are issued. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/** A way of granting a connection access without a user's consent. */
export interface SignInMethod {
  /** Value of `settings.method`. */
  readonly method: string;
  readonly label: string;
  readonly setup: AccessSetup;
  /** Fields that the user enters. */
  readonly schema: z.ZodObject;
  /** The field that is kept sealed: the token itself, unless one is requested with it. */
  readonly secret: string;
  /** Requests a token for the entered credentials; undefined where the secret is the token. */
  readonly requestToken:
    | ((settings: unknown, secret: string, context: TokenContext) => Promise<IssuedToken>)
    | undefined;
}

interface NewSignInMethod<Shape extends z.ZodRawShape> {
  readonly method: string;
  readonly label: string;
  readonly setup: AccessSetup;
  readonly fields: Shape;
  readonly secret: keyof Shape & string;
  readonly requestToken?: (
    entered: z.output<z.ZodObject<Shape>>,
    context: TokenContext,
  ) => Promise<IssuedToken>;
}

/** A method with the schema of its settings: its fields and its name, which may be left out where there is no other. */
export function signInMethod<Shape extends z.ZodRawShape>({
  method,
  label,
  setup,
  fields,
  secret,
  requestToken,
}: NewSignInMethod<Shape>): SignInMethod {
  const entered = z.object(fields);
  return {
    method,
    label,
    setup,
    secret,
    schema: z.strictObject({ method: z.literal(method).default(method), ...fields }),
    requestToken:
      requestToken &&
      ((settings, given, context) =>
        requestToken(entered.parse({ ...z.looseObject({}).parse(settings), [secret]: given }), context)),
  };
}

/** RFC 6749, 5.2; Microsoft and Google add the description. */
const refusalBody = z.object({ error: z.string(), error_description: z.string().nullish() });
const waits = [408, 425, 429];

const tokenVendor = (name: string): Vendor => ({
  name,
  requestsPerSecond: 10,
  // A signed request carries its own proof, and must not follow a redirect.
  isSigned: true,
  readRefusal({ status, json, text }) {
    const body = refusalBody.safeParse(json).data;
    const reason = body ? [body.error, body.error_description].filter(Boolean).join(': ') : text;
    const isRefused = status >= 400 && status < 500 && !waits.includes(status);
    return { subject: isRefused ? 'token' : undefined, reason };
  },
});

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Requests a token at a vendor's token endpoint (RFC 6749, 4.4 and RFC 7523); `secret` is kept out of errors. */
export async function requestToken(
  {
    vendor,
    url,
    fields,
    secret,
  }: {
    readonly vendor: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
    readonly secret: string;
  },
  { fetch, signal, endpoints }: TokenContext,
): Promise<IssuedToken> {
  const client = createVendorClient(tokenVendor(vendor), {
    fetch,
    endpoints,
    accessToken: async () => secret,
    settings: fields,
    markup: { toMarkdown: () => Promise.reject(new Error('A token endpoint has no markup')) },
  });
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  };
  const requestedAt = Date.now();
  const issued = await client.json(endpoints['token'] ?? url, init, tokenResponse, signal);
  return {
    accessToken: issued.access_token,
    accessTokenExpiresAt: new Date(requestedAt + issued.expires_in * 1_000),
  };
}

/** The grant type of RFC 7523, 2.1. */
export const jwtBearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A signed assertion of who requests a token: RFC 7523, 3. */
export function signAssertion(
  key: KeyObject,
  {
    header,
    issuer,
    audience,
    lifetimeSeconds,
    claims,
  }: {
    /** Header fields that identify the key to the vendor; `alg` defaults to RS256. */
    readonly header: Readonly<Record<string, string>>;
    readonly issuer: string;
    readonly audience: string;
    readonly lifetimeSeconds: number;
    readonly claims: Readonly<Record<string, string | number>>;
  },
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .setJti(randomUUID())
    .sign(key);
}

/** An RSA key from its PEM form; undefined when it is none, or its passphrase is another. */
export function readPrivateKey(pem: string, passphrase?: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A secret that is a file of JSON, as consoles of vendors hand it out, read by a schema; undefined when it is another. */
export function readKeyFile<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

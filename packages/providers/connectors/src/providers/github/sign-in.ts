import { hasCredentials } from '@docfleet/egress';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { type IssuedToken, readPrivateKey, signInMethod, type TokenContext } from '../../sign-in.ts';
import { createVendorClient } from '../../vendor-client.ts';
import { githubVendor } from './replies.ts';
import { githubAppSetup, githubSetup } from './setup.ts';

const publicUrl = 'https://api.github.com';

const apiUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !hasCredentials(url), 'must not carry a user name or password')
  .refine((url) => !/[?#]/.test(url), 'must end with the path of the API')
  .transform((url) => url.replace(/\/+$/, ''))
  .optional()
  .meta({ title: 'API address', examples: ['https://github.example.com/api/v3'] })
  .describe('Of GitHub Enterprise. Without it: github.com');

const id = (title: string, example: string) =>
  z
    .string()
    .regex(/^\d{1,18}$/, 'must be a number')
    .meta({ title, examples: [example] });

/** Stored settings of a connection, without the secret. */
const stored = z.object({ method: z.string().optional(), apiUrl: z.string().optional() }).nullish();

/** The address of the API that a connection reads, and whether it does so as an app. */
export function accessOf(settings: unknown, endpoints: Readonly<Record<string, string>>) {
  const entered = stored.parse(settings);
  return {
    base: entered?.apiUrl ?? endpoints['api'] ?? publicUrl,
    isApp: entered?.method === 'APP',
  };
}

const issued = z.object({ token: z.string().min(1), expires_at: z.string() });
/** GitHub accepts assertions of ten minutes, and none from its future: clocks differ. */
const lifetimeSeconds = 480;
const clockSkewSeconds = 60;

interface App {
  readonly appId: string;
  readonly installationId: string;
  readonly privateKey: string;
  readonly apiUrl?: string | undefined;
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app */
async function requestInstallationToken(app: App, context: TokenContext): Promise<IssuedToken> {
  const key = readPrivateKey(app.privateKey);
  if (!key) throw new Error('The stored key of an app cannot be read');
  const now = Math.floor(Date.now() / 1_000);
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(app.appId)
    .setIssuedAt(now - clockSkewSeconds)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(key);
  // An app that was uninstalled is missing, and one that was suspended is refused: both have to be entered again.
  const vendor = {
    ...githubVendor,
    readRefusal: (refusal: Parameters<typeof githubVendor.readRefusal>[0]) => {
      const note = githubVendor.readRefusal(refusal);
      const isRefused = note.subject !== 'rate' && [401, 403, 404, 422].includes(refusal.status);
      return isRefused ? { ...note, subject: 'token' as const } : note;
    },
  };
  const client = createVendorClient(vendor, {
    fetch: context.fetch,
    endpoints: context.endpoints,
    accessToken: async () => assertion,
    settings: { method: 'APP' },
    markup: { toMarkdown: () => Promise.reject(new Error('A token endpoint has no markup')) },
  });
  const { base } = accessOf(app, context.endpoints);
  const url = `${base}/app/installations/${app.installationId}/access_tokens`;
  const init = { method: 'POST', headers: { accept: 'application/vnd.github+json' } };
  const { token, expires_at } = await client.json(url, init, issued, context.signal);
  return { accessToken: token, accessTokenExpiresAt: new Date(expires_at) };
}

export const githubSignIns = [
  signInMethod({
    method: 'TOKEN',
    label: 'GitHub personal access token',
    setup: githubSetup,
    fields: {
      token: z
        .string()
        .nonempty()
        .max(512)
        .meta({ title: 'Personal access token', examples: ['github_pat_…'], writeOnly: true }),
      apiUrl,
    },
    secret: 'token',
  }),
  signInMethod({
    method: 'APP',
    label: 'GitHub App',
    setup: githubAppSetup,
    fields: {
      appId: id('App ID', '123456'),
      installationId: id('Installation ID', '12345678'),
      privateKey: z
        .string()
        .max(20_000)
        .refine((text) => readPrivateKey(text), 'must be the private key of the app (PEM)')
        .meta({ title: 'Private key (PEM)', writeOnly: true }),
      apiUrl,
    },
    secret: 'privateKey',
    requestToken: requestInstallationToken,
  }),
];

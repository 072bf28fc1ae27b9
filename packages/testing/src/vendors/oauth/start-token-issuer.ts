import { constants, generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto';
import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../../stub-server.ts';
import { createCertificate } from './certificate.ts';

export interface TokenIssuer extends StubServer {
  /** Settings that an administrator enters, with the secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether a token was issued here and has not ended. */
  accepts(token: string): boolean;
  /** Removes the key from the app: no tokens are issued from then on. */
  removeKey(): void;
}

interface Issuing {
  readonly publicKey: KeyObject;
  /** Thumbprint of the certificate that was uploaded for the application. */
  readonly thumbprint: string;
  /** Ids (`jti`) of the requests so far. */
  readonly seen: Set<string>;
  hasKey: boolean;
}

interface Kind {
  readonly settings: (privateKey: KeyObject, certificate: string) => Readonly<Record<string, unknown>>;
  /** Returns the refusal of a request; undefined when a token is issued. */
  readonly refuse: (request: StubRequest, issuing: Issuing) => StubResponse | undefined;
}

const refusal = (status: number, error: string, description: string): StubResponse => ({
  status,
  body: { error, error_description: description },
});
const pem = (key: KeyObject, passphrase?: string) =>
  key
    .export({
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
    })
    .toString();
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const paddings = { RS256: constants.RSA_PKCS1_PADDING, PS256: constants.RSA_PKCS1_PSS_PADDING };

/** Returns the header and claims of a JWT that the key has signed with this algorithm; undefined for any other. */
function readAssertion(assertion: string, publicKey: KeyObject, algorithm: keyof typeof paddings = 'RS256') {
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, padding: paddings[algorithm] },
    Buffer.from(signature, 'base64url'),
  );
  const parse = (part: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(part, 'base64url').toString());
  return isSigned ? { header: parse(head), claims: parse(claims) } : undefined;
}

const lifetimeOf = ({ exp, iat }: Record<string, unknown>) => Number(exp) - Number(iat);
const hasEnded = ({ exp }: Record<string, unknown>) => Number(exp) * 1_000 < Date.now();

const box = {
  clientId: 'box-app',
  clientSecret: 'box-secret',
  keyId: 'k1',
  enterpriseId: '123456',
  user: '11446498',
};

const mayActFor = (type: unknown, id: unknown) =>
  (type === 'enterprise' && id === box.enterpriseId) || (type === 'user' && id === box.user);

/** Returns Box's refusal of a JWT assertion: https://developer.box.com/guides/authentication/jwt/without-sdk */
function refuseBoxAssertion(form: URLSearchParams, { publicKey, seen, hasKey }: Issuing) {
  const read = readAssertion(form.get('assertion') ?? '', publicKey);
  const invalid = (text: string) => refusal(400, 'invalid_grant', text);
  if (!read || !hasKey || read.header['kid'] !== box.keyId)
    return refusal(400, 'invalid_grant', 'OAuth JWT signature verification failed');
  const { claims } = read;
  if (claims['aud'] !== 'https://api.box.com/oauth2/token') return invalid("Please check the 'aud' claim.");
  if (claims['iss'] !== box.clientId) return invalid("Please check the 'iss' claim.");
  if (hasEnded(claims) || Number(claims['exp']) - Date.now() / 1_000 > 60)
    return invalid("Please check the 'exp' claim.");
  const id = String(claims['jti'] ?? '');
  if (id.length < 16 || seen.has(id)) return invalid("Please check the 'jti' claim.");
  seen.add(id);
  return mayActFor(claims['box_sub_type'], claims['sub'])
    ? undefined
    : invalid("Please check the 'sub' claim.");
}

function refuseBox({ body }: StubRequest, issuing: Issuing): StubResponse | undefined {
  const form = new URLSearchParams(body);
  if (form.get('client_id') !== box.clientId || form.get('client_secret') !== box.clientSecret)
    return refusal(400, 'invalid_client', 'The client credentials are invalid');
  if (form.get('grant_type') === jwtBearer) return refuseBoxAssertion(form, issuing);
  if (form.get('grant_type') !== 'client_credentials')
    return refusal(400, 'unsupported_grant_type', 'Invalid grant_type parameter or parameter missing');
  return mayActFor(form.get('box_subject_type'), form.get('box_subject_id'))
    ? undefined
    : refusal(400, 'invalid_grant', 'Grant credentials are invalid');
}

const google = { email: 'reader@docfleet.iam.gserviceaccount.com', keyId: 'g1', user: 'ada@example.com' };

/** Returns Google's refusal of a service account: https://developers.google.com/identity/protocols/oauth2/service-account#error-codes */
function refuseGoogle({ body }: StubRequest, { publicKey, hasKey }: Issuing): StubResponse | undefined {
  const form = new URLSearchParams(body);
  if (form.get('grant_type') !== jwtBearer)
    return refusal(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  const read = readAssertion(form.get('assertion') ?? '', publicKey);
  if (!read || !hasKey || read.header['kid'] !== google.keyId || read.claims['iss'] !== google.email)
    return refusal(400, 'invalid_grant', 'Invalid JWT Signature.');
  const { claims } = read;
  if (claims['aud'] !== 'https://oauth2.googleapis.com/token')
    return refusal(400, 'invalid_grant', 'Failed audience check.');
  if (lifetimeOf(claims) > 3_600 || hasEnded(claims))
    return refusal(
      400,
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
    );
  if (claims['scope'] !== 'https://www.googleapis.com/auth/drive.readonly')
    return refusal(
      401,
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
    );
  return claims['sub'] === undefined || claims['sub'] === google.user
    ? undefined
    : refusal(400, 'invalid_grant', 'Invalid email or User ID');
}

const microsoft = {
  tenantId: 'contoso.onmicrosoft.com',
  clientId: 'graph-app',
  clientSecret: 'graph-secret',
};

const clientAssertion = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Returns Microsoft's refusal of a certificate assertion: https://learn.microsoft.com/entra/identity-platform/certificate-credentials */
function refuseCertificate(
  form: URLSearchParams,
  { publicKey, thumbprint, seen, hasKey }: Issuing,
): StubResponse | undefined {
  const invalid = (text: string) => refusal(401, 'invalid_client', text);
  if (form.get('client_assertion_type') !== clientAssertion)
    return invalid("AADSTS50027: JWT token is invalid: the parameter 'client_assertion_type' is missing.");
  const read = readAssertion(form.get('client_assertion') ?? '', publicKey, 'PS256');
  const isRegistered = hasKey && read?.header['x5t#S256'] === thumbprint && read.header['alg'] === 'PS256';
  if (!read || !isRegistered || read.header['typ'] !== 'JWT')
    return invalid(
      'AADSTS700027: The certificate with identifier used to sign the client assertion is not registered on application.',
    );
  const { claims } = read;
  if (claims['aud'] !== `https://login.microsoftonline.com/${microsoft.tenantId}/oauth2/v2.0/token`)
    return invalid('AADSTS700023: Client assertion audience claim does not match Realm issuer.');
  if (claims['iss'] !== microsoft.clientId || claims['sub'] !== microsoft.clientId)
    return invalid('AADSTS700021: Client assertion application identifier does not match client_id.');
  if (hasEnded(claims) || !(Number(claims['exp']) - Number(claims['nbf']) <= 600))
    return invalid('AADSTS700024: Client assertion is not within its valid time range.');
  const id = String(claims['jti'] ?? '');
  if (id === '' || seen.has(id)) return invalid('AADSTS700025: The client assertion was used before.');
  seen.add(id);
  return undefined;
}

function refuseMicrosoftClient(form: URLSearchParams, issuing: Issuing): StubResponse | undefined {
  if (form.has('client_assertion')) return refuseCertificate(form, issuing);
  return form.get('client_secret') === microsoft.clientSecret && issuing.hasKey
    ? undefined
    : refusal(401, 'invalid_client', 'AADSTS7000215: Invalid client secret provided.');
}

/** Returns Microsoft's refusal of a token request: https://learn.microsoft.com/entra/identity-platform/reference-error-codes */
function refuseMicrosoft({ path, body }: StubRequest, issuing: Issuing): StubResponse | undefined {
  const form = new URLSearchParams(body);
  if (path !== `/${microsoft.tenantId}/oauth2/v2.0/token`)
    return refusal(400, 'invalid_request', `AADSTS90002: Tenant '${path.split('/')[1]}' not found.`);
  if (form.get('grant_type') !== 'client_credentials')
    return refusal(
      400,
      'unsupported_grant_type',
      'AADSTS70003: The app requested an unsupported grant type.',
    );
  if (form.get('client_id') !== microsoft.clientId)
    return refusal(400, 'unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
  const refused = refuseMicrosoftClient(form, issuing);
  if (refused) return refused;
  return form.get('scope') === 'https://graph.microsoft.com/.default'
    ? undefined
    : refusal(400, 'invalid_scope', 'AADSTS1002012: The provided value for scope is not valid.');
}

const kinds = {
  BOX: {
    settings: (key) => ({
      method: 'JWT',
      key: JSON.stringify({
        boxAppSettings: {
          clientID: box.clientId,
          clientSecret: box.clientSecret,
          appAuth: { publicKeyID: box.keyId, privateKey: pem(key, 'open sesame'), passphrase: 'open sesame' },
        },
        enterpriseID: box.enterpriseId,
      }),
    }),
    refuse: refuseBox,
  },
  GOOGLE_DRIVE: {
    settings: (key) => ({
      method: 'SERVICE_ACCOUNT',
      subject: google.user,
      key: JSON.stringify({
        type: 'service_account',
        project_id: 'docfleet',
        private_key_id: google.keyId,
        private_key: pem(key),
        client_email: google.email,
        token_uri: 'https://attacker.example/token',
      }),
    }),
    refuse: refuseGoogle,
  },
  MICROSOFT: { settings: () => ({ method: 'APP', ...microsoft }), refuse: refuseMicrosoft },
  MICROSOFT_CERTIFICATE: {
    settings(key, certificate) {
      const { tenantId, clientId } = microsoft;
      return { method: 'APP_CERTIFICATE', tenantId, clientId, key: `${certificate}${pem(key)}` };
    },
    refuse: refuseMicrosoft,
  },
} as const satisfies Record<string, Kind>;

/** Starts what issues tokens to applications that sign in for themselves; it refuses what the vendor refuses, in its words. `onIssue` learns of each token. */
export async function startTokenIssuer(
  name: keyof typeof kinds,
  onIssue: (token: string) => void = () => undefined,
): Promise<TokenIssuer> {
  const { settings, refuse }: Kind = kinds[name];
  const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const { pem: certificate, thumbprint } = createCertificate(keys, 'docfleet');
  const issuing: Issuing = { publicKey: keys.publicKey, thumbprint, seen: new Set(), hasKey: true };
  const issued = new Set<string>();
  const server = await startStubServer((request) => {
    if (request.method !== 'POST') return { status: 405, body: '' };
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return refusal(400, 'invalid_request', 'The request has another form');
    const refused = refuse(request, issuing);
    if (refused) return refused;
    const token = `app-${randomBytes(24).toString('base64url')}`;
    issued.add(token);
    onIssue(token);
    return { body: { access_token: token, token_type: 'Bearer', expires_in: 3_599 } };
  });
  return {
    ...server,
    settings: settings(keys.privateKey, certificate),
    accepts: (token) => issued.has(token),
    removeKey() {
      issuing.hasKey = false;
    },
  };
}

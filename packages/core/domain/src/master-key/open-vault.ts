import { randomBytes } from 'node:crypto';
import type { Database } from '@docfleet/database';
import { createVault, type Vault } from '@docfleet/secrets';

export interface MasterKeys {
  readonly masterKey: string;
  /** Previous master keys, which can still open values sealed with them. */
  readonly otherMasterKeys: readonly string[];
}

const rootName = 'signing-root';
const rootLength = 32;

const refusal =
  'MASTER_KEY is not the key that the credentials in this database are encrypted with. Set it to that key, or, to change it, name that key in OTHER_MASTER_KEYS';

/** The associated data of a fleet secret. */
const fleetSecretSealName = (name: string) => `fleet-secret/${name}`;

/** Opens a sealed value; throws a sentence for the operator when no key opens it. */
function openOrRefuse(vault: Vault, sealed: Uint8Array, place: string): string {
  try {
    return vault.open(sealed, place);
  } catch (cause) {
    throw new Error(refusal, { cause });
  }
}

/** Creates the root of all signing keys, unless another process was faster. */
async function createRoot(database: Database, vault: Vault): Promise<void> {
  // A database without a root may already contain credentials, which show whether the key is the right one.
  const namespace = await database.namespace.findFirst({ select: { id: true, sealedSecrets: true } });
  if (namespace) openOrRefuse(vault, namespace.sealedSecrets, namespace.id);
  const sealed = vault.seal(randomBytes(rootLength).toString('base64'), fleetSecretSealName(rootName));
  await database.$executeRaw`
    INSERT INTO fleet_secrets (name, "sealedValue") VALUES (${rootName}, ${sealed}) ON CONFLICT DO NOTHING`;
}

async function readRoot(database: Database, vault: Vault): Promise<Uint8Array> {
  const where = { name: rootName };
  if (!(await database.fleetSecret.findUnique({ where }))) await createRoot(database, vault);
  const { sealedValue } = await database.fleetSecret.findUniqueOrThrow({ where });
  return Buffer.from(openOrRefuse(vault, sealedValue, fleetSecretSealName(rootName)), 'base64');
}

/**
 * Opens the vault of an installation. The root of its signing keys is stored in the database, so that links and cursors survive a change
 * of the master key; it also reveals a wrong master key, which throws.
 */
export async function openVault(
  database: Database,
  { masterKey, otherMasterKeys }: MasterKeys,
): Promise<Vault> {
  const vault = createVault(masterKey, { otherMasterKeys });
  return createVault(masterKey, { otherMasterKeys, signingRoot: await readRoot(database, vault) });
}

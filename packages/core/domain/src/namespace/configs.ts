import type { Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';

/** A provider by its name. Its other fields are known to its own schema alone, which parses them when the provider is opened. */
const provider = z.looseObject({ provider: z.string() });
const fileStorage = z.looseObject({ type: z.string() });

const namespaceConfigs = z
  .object({
    embeddingModelConfig: provider,
    vectorStorageConfig: provider,
    fileStorageConfig: fileStorage,
    rerankConfig: provider,
    chatModelConfig: provider,
    contextModelConfig: provider,
    /** Chunk sizes of all documents of the namespace, in tokens; absent where requests set them. */
    chunkConfig: z.object({ chunkSize: z.int(), chunkOverlap: z.int() }),
    webScraperConfig: provider,
  })
  .partial()
  // OAuth clients have the names of their connectors. A newer version may have written others, which must not be lost.
  .catchall(z.looseObject({}));

/** Configurations by the name of their field in the API: `embeddingModelConfig`, `rerankConfig` and so on. */
export type NamespaceConfigs = Readonly<Partial<z.output<typeof namespaceConfigs>>>;

/** The configuration of a model, a vector store or a scraper. */
export type ProviderConfig = z.output<typeof provider>;

/** Configurations that come with what a namespace stores of them as JSON. Throws a ZodError for anything else. */
export const parseConfigs = (stored: unknown): NamespaceConfigs => namespaceConfigs.parse(stored);

/** Fields that are encrypted, in every configuration. What a provider's schema marks as secret has one of these names, or lies within. */
export const secretFields: readonly string[] = [
  'apiKey',
  'clientSecret',
  'credentials',
  'password',
  'secret',
  'signatureKeys',
  'token',
];
/** The API shows the key of this one, masked. */
const maskedConfig = 'webScraperConfig';

/** Counts characters: half of a surrogate pair could not be stored. */
const mask = (secret: unknown) => `****${[...String(secret)].slice(-4).join('')}`;

const entries = z.record(z.string(), z.record(z.string(), z.unknown()));
type ConfigEntries = z.output<typeof entries>;

/** Separates the secrets: `shown` may be stored and returned, `secret` must be sealed. */
export function separateSecrets(configs: NamespaceConfigs): { shown: ConfigEntries; secret: ConfigEntries } {
  const shown: ConfigEntries = {};
  const secret: ConfigEntries = {};
  for (const [name, config] of Object.entries(configs)) {
    if (!config) continue;
    const fields = Object.entries(config);
    const hidden = fields.filter(([field]) => secretFields.includes(field));
    const masked = name === maskedConfig ? hidden.map(([field, value]) => [field, mask(value)] as const) : [];
    shown[name] = Object.fromEntries([
      ...fields.filter(([field]) => !secretFields.includes(field)),
      ...masked,
    ]);
    secret[name] = Object.fromEntries(hidden);
  }
  return { shown, secret };
}

/** Adds the secrets to the configurations again; both as they were stored. */
function joinSecrets(shown: unknown, secret: unknown): NamespaceConfigs {
  const secrets = entries.parse(secret);
  const joined = Object.entries(entries.parse(shown)).map(([name, config]) => [
    name,
    { ...config, ...secrets[name] },
  ]);
  return parseConfigs(Object.fromEntries(joined));
}

/** Configurations as a row keeps them: what may be shown, and the secrets, sealed for that row. */
export function sealConfigs(vault: Vault, namespaceId: string, configs: NamespaceConfigs) {
  const { shown, secret } = separateSecrets(configs);
  return {
    // Configurations came as JSON, and are of nothing else.
    shown: shown as Prisma.InputJsonObject,
    sealed: vault.seal(JSON.stringify(secret), namespaceId),
  };
}

/** The configurations of a row with their secrets. */
export function unsealConfigs(
  vault: Vault,
  namespaceId: string,
  { shown, sealed }: { shown: Prisma.JsonValue; sealed: Uint8Array },
): NamespaceConfigs {
  return joinSecrets(shown, JSON.parse(vault.open(sealed, namespaceId)));
}

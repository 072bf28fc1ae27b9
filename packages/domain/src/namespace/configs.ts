/** Configurations by the name of their field in the interface: `embeddingModelConfig`, `notionConfig` and so on. */
export type NamespaceConfigs = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Fields that are encrypted, in whichever configuration they stand. */
const secretFields = ['apiKey', 'credentials', 'clientSecret'];
/** The interface shows this one key, masked. */
const maskedConfig = 'webScraperConfig';

/** By characters: half of a surrogate pair could not be stored. */
const mask = (secret: unknown) => `****${[...String(secret)].slice(-4).join('')}`;

type ConfigEntries = Record<string, Record<string, unknown>>;

/** Takes the secrets out: `shown` may be stored and answered, `secret` must be sealed. */
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

/** Puts the secrets back. */
export function joinSecrets(shown: NamespaceConfigs, secret: NamespaceConfigs): ConfigEntries {
  return Object.fromEntries(
    Object.entries(shown).map(([name, config]) => [name, { ...config, ...secret[name] }]),
  );
}

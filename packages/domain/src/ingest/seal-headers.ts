import type { Vault } from '@docfleet/secrets';

/** A `config` that may name headers to scrape with, which may hold credentials. */
type SourceConfig = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** A value opens under its own name in its own job only. */
export const placeOfHeader = (ingestJobId: string, name: string) => `${ingestJobId}/${name}`;

function changeHeaders(scrapeOptions: unknown, change: (name: string, value: string) => string): unknown {
  const { headers } = (scrapeOptions ?? {}) as { headers?: Headers };
  if (!headers) return scrapeOptions;
  const changed = Object.entries(headers).map(([name, value]) => [name, change(name, value)] as const);
  return { ...(scrapeOptions as object), headers: Object.fromEntries(changed) };
}

/** The `config` as its job's row keeps it: the values of `scrapeOptions.headers` in base64, sealed for that job, the names readable. */
export function sealHeaders(vault: Vault, ingestJobId: string, config: SourceConfig): SourceConfig {
  if (!config['scrapeOptions']) return config;
  const seal = (name: string, value: string) =>
    Buffer.from(vault.seal(value, placeOfHeader(ingestJobId, name))).toString('base64');
  return { ...config, scrapeOptions: changeHeaders(config['scrapeOptions'], seal) };
}

/** The `scrapeOptions` of a row as they were given; throws when a value was changed, moved, or sealed with another master key. */
export function openHeaders(vault: Vault, ingestJobId: string, scrapeOptions: unknown): unknown {
  return changeHeaders(scrapeOptions, (name, sealed) =>
    vault.open(Buffer.from(sealed, 'base64'), placeOfHeader(ingestJobId, name)),
  );
}

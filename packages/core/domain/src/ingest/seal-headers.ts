import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';

/** A `config` whose `scrapeOptions.headers` may contain credentials. */
type SourceConfig = Readonly<Record<string, unknown>>;
const options = z.looseObject({ headers: z.record(z.string(), z.string()).optional() }).nullish();

/** The associated data of a sealed value: it can be opened only for its header and job. */
export const headerSealName = (ingestJobId: string, name: string) => `${ingestJobId}/${name}`;

function changeHeaders(scrapeOptions: unknown, change: (name: string, value: string) => string): unknown {
  const parsed = options.parse(scrapeOptions);
  if (!parsed?.headers) return scrapeOptions;
  const changed = Object.entries(parsed.headers).map(([name, value]) => [name, change(name, value)] as const);
  return { ...parsed, headers: Object.fromEntries(changed) };
}

/** Returns the `config` as its job's row stores it: the values of `scrapeOptions.headers` sealed for that job, in base64, the names readable. */
export function sealHeaders(vault: Vault, ingestJobId: string, config: SourceConfig): SourceConfig {
  if (!config['scrapeOptions']) return config;
  const seal = (name: string, value: string) =>
    Buffer.from(vault.seal(value, headerSealName(ingestJobId, name))).toString('base64');
  return { ...config, scrapeOptions: changeHeaders(config['scrapeOptions'], seal) };
}

/** Returns the `scrapeOptions` of a row with their header values; throws when a value was changed, moved, or sealed with an unknown master key. */
export function openHeaders(vault: Vault, ingestJobId: string, scrapeOptions: unknown): unknown {
  return changeHeaders(scrapeOptions, (name, sealed) =>
    vault.open(Buffer.from(sealed, 'base64'), headerSealName(ingestJobId, name)),
  );
}

import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { z } from 'zod';
import type { OAuthVendor } from './vendor.ts';

/** The application that a namespace's owner registered at a vendor. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const stored = z.object({ clientId: z.string(), clientSecret: z.string() });

/** The client of a namespace for a vendor, from its configurations with their secrets; undefined when there is none. */
export function clientOf(configs: NamespaceConfigs, { config }: OAuthVendor): OAuthClient | undefined {
  return stored.safeParse(configs[config]).data;
}

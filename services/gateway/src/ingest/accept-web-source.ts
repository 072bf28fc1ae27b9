import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { requireScraper } from '@docfleet/api/web-source';
import { type AcceptedSource, acceptSource, type IncomingSource } from '@docfleet/domain/ingest';
import { chunkSizesOf, type Namespace } from '@docfleet/domain/namespace';
import type { GatewayContext } from '../http/context.ts';

/** Web source as a request names it. */
interface WebSource extends Pick<IncomingSource, 'source' | 'config' | 'syncFrequency'> {
  readonly namespaceId: string;
  /** Chunk sizes; undefined: those of the namespace. */
  readonly chunkConfig?: Pick<IncomingSource, 'chunkSize' | 'chunkOverlap'> | undefined;
  readonly organizationId: string;
  readonly tenantId: string | undefined;
  /** Whether the namespace's scraper reads its pages. */
  readonly needsScraper: boolean;
}

/** Accepts a source of the caller's namespace; its jobs are not dispatched yet. Rejects as `acceptSource` does, and with WEB_SCRAPER_CONFIG_NOT_SET. */
export async function acceptWebSource(
  context: GatewayContext,
  { namespaceId, chunkConfig, tenantId, needsScraper, ...source }: WebSource,
): Promise<AcceptedSource & { readonly namespace: Namespace }> {
  // Looked up anew: whether it can scrape may have changed a moment ago.
  const namespace = await findOwnNamespace(context, source.organizationId, namespaceId);
  if (needsScraper) requireScraper(namespace.configs);
  const { database, vault } = context;
  const incoming = {
    ...source,
    ...chunkSizesOf(namespace, chunkConfig),
    namespaceId: namespace.id,
    tenantId: tenantId ?? null,
  };
  const accepted =
    source.syncFrequency === 'NEVER'
      ? await acceptSource(database, vault, incoming)
      : await database.$transaction((session) => acceptSource(session, vault, incoming));
  return { ...accepted, namespace };
}

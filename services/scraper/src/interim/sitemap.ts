import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';

export type SitemapItem = { readonly url: URL } | { readonly error: AppError };

/** A stand-in until the package has its own. */
export async function* readSitemap(
  url: URL,
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): AsyncGenerator<SitemapItem> {
  const answer = await egress.fetch(url, { signal });
  if (!answer.ok) throw new AppError('PAGE_NOT_FOUND', `The sitemap was answered with ${answer.status}`);
  const text = await answer.text();
  for (const [, address = ''] of text.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    const found = URL.parse(address.trim());
    if (!found) continue;
    if (text.includes('<sitemapindex')) yield* readSitemap(found, { egress, signal });
    else yield { url: found };
  }
}

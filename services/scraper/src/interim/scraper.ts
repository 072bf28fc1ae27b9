import type { Egress } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { pageAddress } from '@docfleet/scraping';

export interface ScrapeRequest {
  readonly url: URL;
  readonly includeSelectors: readonly string[];
  readonly excludeSelectors: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly fresh: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
}

export type ScrapedPage = Extract<ScrapeResult, { kind: 'page' }>;

export type ScrapeResult =
  | {
      kind: 'page';
      finalUrl: URL;
      canonicalUrl: URL | undefined;
      title: string | undefined;
      markdown: string;
      links: readonly URL[];
      mayIndex: boolean;
      mayFollow: boolean;
      etag?: string;
      lastModified?: string;
    }
  | {
      kind: 'file';
      finalUrl: URL;
      contentType: string;
      fileName: string;
      body: AsyncIterable<Uint8Array>;
      etag?: string;
      lastModified?: string;
    }
  | { kind: 'unchanged' };

export interface WebScraper {
  scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapeResult>;
}

/** A stand-in until the package has its own. */
export function openWebScraper(_config: unknown, { egress }: { egress: Egress }): WebScraper {
  return {
    async scrape({ url, headers, etag, lastModified }, signal) {
      const answer = await egress.fetch(url, {
        signal,
        headers: {
          ...headers,
          ...(etag && { 'if-none-match': etag }),
          ...(lastModified && { 'if-modified-since': lastModified }),
        },
      });
      if (answer.status === 304) return { kind: 'unchanged' };
      if (answer.status === 404) throw new AppError('PAGE_NOT_FOUND', 'The page does not exist');
      if (!answer.ok) {
        const after = Number(answer.headers.get('retry-after') ?? 'x');
        throw new AppError('PAGE_UNAVAILABLE', `The page was answered with ${answer.status}`, {
          details: Number.isNaN(after) ? {} : { retryAfterMs: after * 1_000 },
        });
      }
      const finalUrl = new URL(answer.url);
      const contentType = answer.headers.get('content-type') ?? '';
      const validators = {
        ...(answer.headers.get('etag') && { etag: String(answer.headers.get('etag')) }),
        ...(answer.headers.get('last-modified') && {
          lastModified: String(answer.headers.get('last-modified')),
        }),
      };
      if (!contentType.includes('html')) {
        const fileName = finalUrl.pathname.split('/').at(-1) || 'file';
        const body = answer.body as unknown as AsyncIterable<Uint8Array>;
        return { kind: 'file', finalUrl, contentType, fileName, body, ...validators };
      }
      const html = await answer.text();
      const links = [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].flatMap(([, href = '']) => {
        const link = pageAddress(href, finalUrl);
        return link ? [link] : [];
      });
      const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? [];
      const [, title] = /<title>([^<]*)/.exec(html) ?? [];
      const [, main = html] = /<main>([\s\S]*?)<\/main>/.exec(html) ?? [];
      return {
        kind: 'page',
        finalUrl,
        canonicalUrl: canonical ? new URL(canonical, finalUrl) : undefined,
        title,
        markdown: main.replace(/<[^>]+>/g, ' ').trim(),
        links: [...new Map(links.map((link) => [link.href, link])).values()],
        mayIndex: !html.includes('noindex'),
        mayFollow: !html.includes('nofollow'),
        ...validators,
      };
    },
  };
}

/** What a file of a sitemap names: a page, or another file of it. */
export interface SitemapLink {
  readonly kind: 'page' | 'sitemap';
  readonly location: string;
  /** As the site wrote it. */
  readonly lastModified: string | undefined;
}

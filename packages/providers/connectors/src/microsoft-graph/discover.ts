import type { SkippedItem } from '../provider.ts';
import { reach, refusedPart } from '../reach.ts';
import type { Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { Extent } from './step.ts';

/** Tests whether a SharePoint site is a person's own, which holds their OneDrive; judged by its URL where Graph does not say. Discovery and the choice of sites leave these out. */
export const isPersonal = ({
  isPersonalSite,
  webUrl,
}: {
  isPersonalSite?: boolean | null | undefined;
  webUrl: string | null;
}) => isPersonalSite ?? /^https:\/\/[^/]+-my\.sharepoint\.[^/]+\/personal\//i.test(webUrl ?? '');

interface Discovery {
  readonly places: Places;
  readonly drives: readonly string[];
  readonly skipped: readonly SkippedItem[];
  /** True while the account cannot access the site: its items need not be gone. */
  readonly isClosed: boolean;
}

/** Looks for drives in one more place: asks for a page of a site's libraries, or of sites. */
export async function discover(api: GraphApi, places: Places, { isSearched }: Extent): Promise<Discovery> {
  const [site, ...rest] = places.sites;
  if (site === undefined) {
    const page = await api.sites(places.sitesLink || undefined);
    const sites = page.value.filter((one) => !isPersonal(one)).map(({ id }) => id);
    const sitesLink = page['@odata.nextLink'] ?? null;
    return { places: { sites, sitesLink }, drives: [], skipped: [], isClosed: false };
  }
  const { answer: page, refused } = await reach(api.drivesOf(site, places.librariesLink));
  const librariesLink = page?.['@odata.nextLink'];
  const sites = librariesLink === undefined ? rest : places.sites;
  // A search may still find a site that is gone; one that was named by its id has to be there.
  const isWorthSaying = refused && (refused.isClosed || !isSearched);
  return {
    places: { sites, sitesLink: places.sitesLink, librariesLink },
    drives: page?.value.map(({ id }) => id) ?? [],
    skipped: isWorthSaying ? [refusedPart({ id: site }, refused)] : [],
    isClosed: refused?.isClosed ?? false,
  };
}

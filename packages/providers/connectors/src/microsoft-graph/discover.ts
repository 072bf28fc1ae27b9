import { AppError } from '@docfleet/errors';
import type { Choice, SkippedItem } from '../provider.ts';
import { reach, refusedPart } from '../refusal.ts';
import type { Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { AppOnlyExtent } from './sign-in.ts';
import type { Extent } from './to-item.ts';

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

const toChoice = ({ id, displayName, webUrl }: Awaited<ReturnType<GraphApi['site']>>): Choice => ({
  externalId: id,
  name: displayName || id,
  url: webUrl,
});

/** The sites that an application was given, or those that the search of sites finds. */
export async function* chooseSites(api: GraphApi, application: AppOnlyExtent): AsyncGenerator<Choice> {
  const given = application?.sites ?? [];
  for (const site of given) yield toChoice(await api.site(site));
  if (given.length > 0) return;
  for (let link: string | undefined; ; ) {
    const page = await api.sites(link);
    yield* page.value.filter((site) => !isPersonal(site)).map(toChoice);
    const next = page['@odata.nextLink'];
    if (next === undefined) return;
    if (next === link)
      throw new AppError('LISTING_ENDLESS', 'Microsoft repeats its sites instead of coming to an end');
    link = next;
  }
}

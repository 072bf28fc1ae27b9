import { AppError } from '@docfleet/errors';
import type { Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';

/** What the account cannot open is not there for it. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof AppError && ['ITEM_NOT_FOUND', 'ITEM_FORBIDDEN'].includes(error.code);

/** What is there, and closed to the account at the moment. */
export const isClosedToAccount = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ITEM_FORBIDDEN';

/** The answer, or undefined when the account may not have it. */
export async function ifWithinReach<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isOutOfReach(error)) return undefined;
    throw error;
  }
}

export const isExplored = ({ sitesLink, sites }: Places): boolean => sitesLink === null && sites.length === 0;

interface Discovery {
  readonly places: Places;
  readonly drives: readonly string[];
  /** True when the site is closed to the account at the moment: what it has need not be gone. */
  readonly isClosed: boolean;
}

/** The libraries of a site; undefined when it is gone, `closed` when the account may not see it at the moment. */
async function librariesOf(api: GraphApi, site: string, link: string | undefined) {
  try {
    return await api.drivesOf(site, link);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return isClosedToAccount(error) ? 'closed' : undefined;
  }
}

/** Looks for drives in one more place: asks for a page of a site's libraries, or of sites. */
export async function discover(api: GraphApi, places: Places): Promise<Discovery> {
  const [site, ...rest] = places.sites;
  if (site === undefined) {
    const page = await api.sites(places.sitesLink || undefined);
    const sites = page.value.map(({ id }) => id);
    const sitesLink = page['@odata.nextLink'] ?? null;
    return { places: { sites, sitesLink }, drives: [], isClosed: false };
  }
  const found = await librariesOf(api, site, places.librariesLink);
  const page = found === 'closed' ? undefined : found;
  const librariesLink = page?.['@odata.nextLink'];
  const sites = librariesLink === undefined ? rest : places.sites;
  return {
    places: { sites, sitesLink: places.sitesLink, librariesLink },
    drives: page?.value.map(({ id }) => id) ?? [],
    isClosed: found === 'closed',
  };
}

import { AppError } from '@docfleet/errors';
import type { Places } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';

/** What the account cannot open is not there for it. */
const isOutOfReach = (error: unknown): boolean =>
  error instanceof AppError && ['ITEM_NOT_FOUND', 'ITEM_FORBIDDEN'].includes(error.code);

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

/** Looks for drives in one more place: asks for a page of a site's libraries, or of sites. */
export async function discover(api: GraphApi, places: Places): Promise<{ places: Places; drives: string[] }> {
  const [site, ...rest] = places.sites;
  if (site === undefined) {
    const page = await api.sites(places.sitesLink || undefined);
    const sites = page.value.map(({ id }) => id);
    return { places: { sites, sitesLink: page['@odata.nextLink'] ?? null }, drives: [] };
  }
  const page = await ifWithinReach(api.drivesOf(site, places.librariesLink));
  const drives = page?.value.map(({ id }) => id) ?? [];
  const librariesLink = page?.['@odata.nextLink'];
  const sites = librariesLink === undefined ? rest : places.sites;
  return { places: { sites, sitesLink: places.sitesLink, librariesLink }, drives };
}

import { AppError } from '@docfleet/errors';
import type { Choice } from '../provider.ts';
import { isPersonal } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import type { AppOnlyExtent } from './sign-in.ts';

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

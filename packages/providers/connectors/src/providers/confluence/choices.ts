import { AppError } from '@docfleet/errors';
import type { Choice } from '../../provider.ts';
import type { ConfluenceApi } from './api.ts';
import { nextOf } from './lists.ts';

/** The spaces of a site, as a selection names them. */
export async function* chooseSpaces(api: ConfluenceApi): AsyncGenerator<Choice> {
  for (let cursor: string | undefined; ; ) {
    const page = await api.spaces(cursor);
    for (const { key, name } of page.results)
      yield { externalId: `space:${key}`, name: name ? `${name} (${key})` : key, url: null };
    const next = nextOf(page);
    if (next === undefined) return;
    if (next === cursor)
      throw new AppError('LISTING_ENDLESS', 'Confluence repeats its spaces instead of coming to an end');
    cursor = next;
  }
}

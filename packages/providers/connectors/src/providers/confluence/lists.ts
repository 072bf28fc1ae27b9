import { AppError } from '@docfleet/errors';

/** Returns the cursor of a list's next page; undefined at its end. */
export const nextOf = ({ _links }: { _links: { next?: string | null | undefined } }): string | undefined =>
  (_links.next && new URL(_links.next, 'http://site').searchParams.get('cursor')) || undefined;

type Links = Parameters<typeof nextOf>[0];

/** All entries of a list, page by page; LISTING_ENDLESS when a page leads to itself. */
export async function allOf<Entry>(
  read: (cursor: string | undefined) => Promise<Links & { readonly results: readonly Entry[] }>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor: string | undefined; ; ) {
    const list = await read(cursor);
    all.push(...list.results);
    const next = nextOf(list);
    if (next === undefined) return all;
    if (next === cursor)
      throw new AppError('LISTING_ENDLESS', 'Confluence repeats its pages instead of coming to an end');
    cursor = next;
  }
}

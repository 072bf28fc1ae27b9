import type { Paged } from './method.ts';

interface Page {
  readonly hasNextPage: boolean;
  readonly nextCursor?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Asks for the first page at once, and for the others when they are iterated. */
export function paged(
  sendPage: (input: Fields) => Promise<unknown>,
  input: Fields,
  { itemsKey, isInQuery }: { itemsKey: string; isInQuery: boolean },
): Paged<unknown, unknown> {
  const first = sendPage(input) as Promise<Page>;
  const after = (cursor: string | null | undefined): Fields =>
    isInQuery
      ? { ...input, cursor }
      : { ...input, pagination: { ...(input['pagination'] as object | undefined), cursor } };
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      for (;;) {
        yield* (page as unknown as Record<string, readonly unknown[] | undefined>)[itemsKey] ?? [];
        if (!page.hasNextPage) return;
        page = (await sendPage(after(page.nextCursor))) as Page;
      }
    },
  });
}

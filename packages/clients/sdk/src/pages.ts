import type { Paged } from './method.ts';

interface Page {
  /** Searches have a cursor only. */
  readonly hasNextPage?: boolean;
  readonly nextCursor?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Requests the first page at once, and the others when they are iterated. `cursorField` is where the input takes the cursor. */
export function paged(
  sendPage: (input: Fields) => Promise<unknown>,
  input: Fields,
  { itemsKey, cursorField }: { itemsKey: string; cursorField: 'cursor' | 'pagination.cursor' },
): Paged<unknown, unknown> {
  const first = sendPage(input) as Promise<Page>;
  // Its failure belongs to the caller that awaits or iterates it, however late, and must not end the process before.
  first.catch(() => undefined);
  const after = (cursor: string | null | undefined): Fields =>
    cursorField === 'cursor'
      ? { ...input, cursor }
      : { ...input, pagination: { ...(input['pagination'] as object | undefined), cursor } };
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      for (;;) {
        yield* (page as unknown as Record<string, readonly unknown[] | undefined>)[itemsKey] ?? [];
        if (!(page.hasNextPage ?? page.nextCursor)) return;
        page = (await sendPage(after(page.nextCursor))) as Page;
      }
    },
  });
}

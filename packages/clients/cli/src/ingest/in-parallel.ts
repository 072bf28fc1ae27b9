/** Works on items as they come, so many at once. Takes no more after a failure, waits for what is under way, and rejects with the first. */
export async function inParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = iterate(items);
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    try {
      for await (const item of iterator) {
        if (failure) return;
        await work(item);
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failure) throw failure.error;
}

/** Generators answer one after the other, so that several may ask. */
async function* iterate<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

type Release = () => unknown;

/** Collects opened resources and closes them in reverse order, even when one fails to close. */
export class Scope {
  readonly #releases: Release[] = [];
  #isClosing = false;

  /** Whether it is being closed, and with it all that it holds. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Returns `resource` and records how to release it. */
  defer<Resource>(resource: Resource, release: (resource: Resource) => unknown): Resource {
    this.#releases.push(() => release(resource));
    return resource;
  }

  /** Releases everything once, the last opened first; rejects with all failures together. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const failures: unknown[] = [];
    for (const release of this.#releases.splice(0).reverse()) {
      await Promise.resolve()
        .then(release)
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some resources did not close');
  }
}

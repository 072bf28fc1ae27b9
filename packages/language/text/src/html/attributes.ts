export type Attributes = ReadonlyMap<string, string>;

const none: Attributes = new Map();

/** Collects the attributes of one element after the other; the first of a name counts. */
export class AttributeCollector {
  #collected: Map<string, string> | undefined;
  #name = '';
  #value = '';

  begin(name: string): void {
    this.#name = name;
    this.#value = '';
  }

  add(value: string): void {
    this.#value += value;
  }

  end(): void {
    if (this.#collected?.has(this.#name)) return;
    this.#collected ??= new Map();
    this.#collected.set(this.#name, this.#value);
  }

  take(): Attributes {
    const attributes = this.#collected ?? none;
    this.#collected = undefined;
    return attributes;
  }
}

export type Attributes = ReadonlyMap<string, string>;

/** Attributes that mean something to a reader of the text; others are not kept. */
const kept = new Set(
  'alt aria-controls aria-expanded aria-hidden checked class colspan hidden href role rowspan src start style type value'.split(
    ' ',
  ),
);
const none: Attributes = new Map();

/** Collects the attributes of one element after the other; the first of a name counts. */
export class AttributeCollector {
  #collected: Map<string, string> | undefined;
  #name = '';
  #value = '';

  begin(name: string): void {
    this.#name = kept.has(name) ? name : '';
    this.#value = '';
  }

  add(value: string): void {
    if (this.#name) this.#value += value;
  }

  end(): void {
    if (!this.#name || this.#collected?.has(this.#name)) return;
    this.#collected ??= new Map();
    this.#collected.set(this.#name, this.#value);
  }

  take(): Attributes {
    const attributes = this.#collected ?? none;
    this.#collected = undefined;
    return attributes;
  }
}

export type Attributes = ReadonlyMap<string, string>;

/** Attributes that mean something to a reader of the text. */
const textual = new Set(
  'alt aria-controls aria-expanded aria-hidden charset checked class colspan content hidden href http-equiv role rowspan src start style type value'.split(
    ' ',
  ),
);
const none: Attributes = new Map();

/** Whether the attribute means something to a reader of the text; others are not worth being collected for it alone. */
export const isTextual = (name: string): boolean => textual.has(name);

/** Collects the attributes of one element after the other; the first of a name counts. */
export class AttributeCollector {
  readonly #keeps: (name: string) => boolean;
  #collected: Map<string, string> | undefined;
  #name = '';
  #value = '';

  constructor(keeps: (name: string) => boolean) {
    this.#keeps = keeps;
  }

  begin(name: string): void {
    this.#name = this.#keeps(name) ? name : '';
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

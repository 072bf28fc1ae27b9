import type { Attributes } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';

/** An event of reading a page: the beginning of an element, its end, or text. */
type HtmlEvent = readonly [name: string, attributes?: Attributes] | string;

/** Events that are held at most; a longer page is read twice. */
const maxEvents = 500_000;
/** Events that are replayed at once. */
const atOnce = 2_000;

/** Passes on what is read, and holds it to be replayed. */
export class RecordedPage implements HtmlListener {
  #events: HtmlEvent[] | undefined = [];
  readonly #next: HtmlListener;

  constructor(next: HtmlListener) {
    this.#next = next;
  }

  #hold(event: HtmlEvent): void {
    this.#events?.push(event);
    if (this.#events && this.#events.length > maxEvents) this.#events = undefined;
  }

  open(name: string, attributes: Attributes): void {
    this.#hold([name, attributes]);
    this.#next.open(name, attributes);
  }

  close(name: string): void {
    this.#hold([name]);
    this.#next.close(name);
  }

  text(text: string): void {
    this.#hold(text);
    this.#next.text(text);
  }

  /** Whether all of the page is held. */
  get isComplete(): boolean {
    return this.#events !== undefined;
  }

  /** Passes a listener what was read, and pauses now and then. */
  *replay(listener: HtmlListener): Generator<void> {
    const events = this.#events ?? [];
    for (const [index, event] of events.entries()) {
      if (typeof event === 'string') listener.text(event);
      else if (event[1]) listener.open(event[0], event[1]);
      else listener.close(event[0]);
      if (index % atOnce === atOnce - 1) yield;
    }
  }
}

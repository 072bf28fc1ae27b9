export type MarkKind = 'strong' | 'emphasis' | 'deletion' | 'link';

interface Mark {
  readonly kind: MarkKind;
  readonly opening: string;
  readonly closing: string;
  state: 'waiting' | 'open' | 'done';
}

const none: readonly string[] = [];
const delimiters = { strong: '**', emphasis: '*', deletion: '~~' } as const;

/**
 * Open marks (bold, italic, deletion, link) of a line, outermost first. A mark is written with its first text; one without text is omitted.
 */
export class Marks {
  readonly #active: Mark[] = [];
  readonly #depth = { strong: 0, emphasis: 0, deletion: 0, link: 0 };

  get isInLink(): boolean {
    return this.#depth.link > 0;
  }

  /** A mark within another of its kind changes nothing. */
  open(kind: MarkKind, target: string): void {
    if (this.#depth[kind]++ > 0) return;
    const opening = kind === 'link' ? '[' : delimiters[kind];
    const closing = kind === 'link' ? `](${target})` : opening;
    this.#active.push({ kind, opening, closing, state: 'waiting' });
  }

  /**
   * Closes the innermost mark of this kind. Returns its closing delimiter; undefined if it was never written or another of its kind is
   * open.
   */
  close(kind: MarkKind): string | undefined {
    if (--this.#depth[kind] > 0) return undefined;
    const mark = this.#active.pop();
    return mark?.state === 'open' ? mark.closing : undefined;
  }

  /** Opens the marks that wait for text, and answers what opens them. */
  openWaiting(): readonly string[] {
    if (this.#active.length === 0) return none;
    const waiting = this.#active.filter(({ state }) => state === 'waiting');
    for (const mark of waiting) mark.state = 'open';
    return waiting.map(({ opening }) => opening);
  }

  /**
   * Closes the open delimiters at the end of a block, to be reopened in the next one. Drops an open link, because its address may be
   * long.
   */
  suspend(): string {
    if (this.#active.length === 0) return '';
    const open = this.#active.filter(({ state }) => state === 'open');
    for (const mark of open) mark.state = mark.kind === 'link' ? 'done' : 'waiting';
    return open
      .toReversed()
      .map(({ closing }) => closing)
      .join('');
  }
}

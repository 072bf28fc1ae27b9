/** A quote, list item or definition, with the prefix of each of its lines. */
export interface Container {
  readonly first: string;
  readonly rest: string;
  /** Whether it follows the previous block without an empty line. */
  readonly isTight: boolean;
}

interface OpenContainer extends Container {
  /** Prefix of the lines of all enclosing containers, such as `> ` of a quotation. */
  readonly around: string;
  isStarted: boolean;
}

/** Deeper containers are not indented any more: the prefixes of their lines would become most of the text. */
const maxDepth = 12;

/** Writes blocks of Markdown one after the other, within the containers that are open. */
export class BlockWriter {
  readonly #containers: OpenContainer[] = [];
  /** The prefix of a line in all open containers. */
  #prefix = '';
  #tooDeep = 0;
  #written: string[] = [];
  #isEmpty = true;
  #length = 0;

  /** UTF-16 units that have been written in all. */
  get length(): number {
    return this.#length;
  }

  enter(container: Container): void {
    if (this.#containers.length === maxDepth) {
      this.#tooDeep++;
      return;
    }
    this.#containers.push({ ...container, around: this.#prefix, isStarted: false });
    this.#prefix += container.rest;
  }

  /** Answers whether anything was written in the container. */
  leave(): boolean {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return true;
    }
    const container = this.#containers.pop();
    this.#prefix = container?.around ?? '';
    return container?.isStarted ?? false;
  }

  write(block: string, isTight = false): void {
    // Containers begin from the outside in: all after the first that has not begun have not either.
    const begun = this.#containers.find(({ isStarted }) => !isStarted);
    const before = begun?.around ?? this.#prefix;
    if (!this.#isEmpty) this.#push((begun?.isTight ?? isTight) ? '\n' : `\n${before.trimEnd()}\n`);
    this.#isEmpty = false;
    this.#push(before);
    if (begun) this.#start();
    this.#push(this.#prefix ? indent(block, this.#prefix) : block);
  }

  /** Returns the Markdown written since the last call. */
  take(): string {
    const text = this.#written.join('');
    this.#written = [];
    return text;
  }

  #push(text: string): void {
    this.#written.push(text);
    this.#length += text.length;
  }

  #start(): void {
    for (const container of this.#containers) {
      if (!container.isStarted) this.#push(container.first);
      container.isStarted = true;
    }
  }
}

/** Puts a prefix before every line but the first, without white space at the end of empty ones. */
function indent(block: string, prefix: string): string {
  if (!block.includes('\n')) return block;
  const bare = prefix.trimEnd();
  const [first, ...others] = block.split('\n');
  return [first, ...others.map((line) => (line ? prefix + line : bare))].join('\n');
}

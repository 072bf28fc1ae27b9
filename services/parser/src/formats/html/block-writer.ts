/** A quote, an item of a list, a definition: what stands before each of its lines. */
export interface Container {
  readonly first: string;
  readonly rest: string;
  /** Whether it follows what is before it without an empty line. */
  readonly isTight: boolean;
}

interface OpenContainer extends Container {
  isStarted: boolean;
}

/** Deeper containers are not indented any more: the prefixes of their lines would become most of the text. */
const DEEPEST = 12;

/** Writes blocks of Markdown one after the other, within the containers that are open. */
export interface BlockWriter {
  enter(container: Container): void;
  /** Answers whether anything was written in the container. */
  leave(): boolean;
  write(block: string, isTight?: boolean): void;
  /** What has been written since the last call. */
  take(): string;
}

export function createBlockWriter(): BlockWriter {
  const containers: OpenContainer[] = [];
  let tooDeep = 0;
  let written: string[] = [];
  let isEmpty = true;

  return {
    enter(container) {
      if (containers.length < DEEPEST) containers.push({ ...container, isStarted: false });
      else tooDeep++;
    },
    leave() {
      if (tooDeep > 0) {
        tooDeep--;
        return true;
      }
      return containers.pop()?.isStarted ?? false;
    },
    write(block, isTight = false) {
      if (!isEmpty) {
        const begun = containers.find(({ isStarted }) => !isStarted);
        const isGlued = begun?.isTight ?? isTight;
        const before = containers.filter(({ isStarted }) => isStarted).map(({ rest }) => rest);
        written.push(isGlued ? '\n' : `\n${before.join('').trimEnd()}\n`);
      }
      isEmpty = false;
      const first = containers
        .map((container) => (container.isStarted ? container.rest : container.first))
        .join('');
      const rest = containers.map((container) => container.rest).join('');
      for (const container of containers) container.isStarted = true;
      written.push(first, rest ? indent(block, rest) : block);
    },
    take() {
      const text = written.join('');
      written = [];
      return text;
    },
  };
}

/** Puts a prefix before every line but the first, without white space at the end of empty ones. */
function indent(block: string, prefix: string): string {
  const bare = prefix.trimEnd();
  const [first, ...others] = block.split('\n');
  return [first, ...others.map((line) => (line ? prefix + line : bare))].join('\n');
}

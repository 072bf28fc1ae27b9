/** In points: what is lower or higher is no letter of a text. */
const [lowest, highest] = [3, 40];
/** Letters are at most so many times as wide as they are high; what is wider is a line of them. */
const widest = 1.5;
/** Straight lines and boxes have fewer pieces. */
const minSegments = 6;
const segmentsOfLetter = 20;
/** Letters stand on a line with others; shapes of a drawing end anywhere. */
const minShapesOnLine = 8;
const linesPerPoint = 2;
/** Marks of a diagram are alike; a text has more kinds of letters. */
const minKinds = 8;

interface Line {
  count: number;
  readonly kinds: Set<string>;
}

/** Counts the filled shapes of a page that may be letters: text that a program has turned into outlines. */
export class OutlinedLetters {
  /** By where their letters end below. */
  readonly #lines = new Map<number, Line>();

  add({ width, height, bottom }: { width: number; height: number; bottom: number }, segments: number): void {
    if (height < lowest || height > highest || segments < minSegments) return;
    const place = Math.round(bottom * linesPerPoint);
    const line = this.#lines.get(place) ?? { count: 0, kinds: new Set() };
    this.#lines.set(place, line);
    line.count += width > widest * height ? Math.max(1, Math.floor(segments / segmentsOfLetter)) : 1;
    if (line.kinds.size < minKinds) line.kinds.add(`${segments} ${Math.round(width * 2)}`);
  }

  /** 0 where there are too few kinds for a text. */
  get count(): number {
    const lines = [...this.#lines.values()].filter(({ count }) => count >= minShapesOnLine);
    const kinds = new Set(lines.flatMap((line) => [...line.kinds]));
    return kinds.size < minKinds ? 0 : lines.reduce((sum, { count }) => sum + count, 0);
  }
}

import { childOf, childrenOf, type XmlElement } from '../../xml/read-xml.ts';
import { settingOf } from './styles.ts';

const romanDigits = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

const maxRoman = 3_999;
const letters = 26;
const maxLettersNumber = 30 * letters;

function toRoman(number: number): string {
  let rest = number;
  let roman = '';
  for (const [value, digits] of romanDigits) for (; rest >= value; rest -= value) roman += digits;
  return roman;
}

/** a to z, then aa, bb: as Word counts. */
function toLetters(number: number): string {
  const letter = String.fromCharCode(97 + ((number - 1) % letters));
  return letter.repeat(Math.ceil(number / letters));
}

/** A number in a format of `ST_NumberFormat`; decimal for those that are rare. */
function formatNumber(number: number, format: string): string {
  if (number >= 1 && /Roman$/.test(format) && number <= maxRoman)
    return format === 'upperRoman' ? toRoman(number).toUpperCase() : toRoman(number);
  if (number >= 1 && /^(?:lower|upper)Letter$/.test(format) && number <= maxLettersNumber)
    return format === 'upperLetter' ? toLetters(number).toUpperCase() : toLetters(number);
  return format === 'decimalZero' ? `${number}`.padStart(2, '0') : `${number}`;
}

/** Number or bullet of a paragraph. */
export interface Marker {
  readonly level: number;
  readonly ordered: boolean;
  readonly number: number;
  /** The displayed number: `2.1`, `(c)`. */
  readonly label: string;
}

export interface Numbering {
  /** Counts a paragraph, and answers its marker; undefined where it has none. To be called once a paragraph, in their order. */
  next(id: string, level: number | undefined, styleId: string | undefined): Marker | undefined;
  /** Whether a list says how its levels look. */
  isDefined(id: string): boolean;
}

interface Level {
  readonly format: string;
  readonly start: number;
  readonly text: string;
  readonly styleId: string | undefined;
}

interface Definition {
  readonly id: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** First numbers, by level, of lists that do not go on from those before. */
  readonly starts: ReadonlyMap<number, number>;
}

const maxLevel = 8;
const maxNumber = 999_999_999;

/** Reads `numbering.xml`. */
export function readNumbering(root: XmlElement | undefined): Numbering {
  const definitions = readDefinitions(root);
  /** Lists of one definition count together. */
  const counters = new Map<string, (number | undefined)[]>();
  const started = new Set<string>();

  const count = (definition: Definition, id: string, level: number): (number | undefined)[] => {
    const numbers = counters.get(definition.id) ?? [];
    counters.set(definition.id, numbers);
    const start = definition.starts.get(level);
    const isStart = start !== undefined && !started.has(`${id} ${level}`);
    if (isStart) started.add(`${id} ${level}`);
    const last = isStart ? undefined : numbers[level];
    const first = start ?? definition.levels.get(level)?.start ?? 1;
    numbers[level] = last === undefined ? first : Math.min(last + 1, maxNumber);
    numbers.length = level + 1;
    return numbers;
  };

  return {
    isDefined: (id) => (definitions.get(id)?.levels.size ?? 0) > 0,
    next(id, given, styleId) {
      const definition = definitions.get(id);
      if (!definition) return undefined;
      const ofStyle = [...definition.levels].find(([, { styleId: own }]) => own && own === styleId)?.[0];
      const level = Math.min(Math.max(0, given ?? ofStyle ?? 0), maxLevel);
      const { format, text } = definition.levels.get(level) ?? { format: 'decimal', text: `%${level + 1}.` };
      if (format === 'none') return undefined;
      const numbers = count(definition, id, level);
      const label = text.replace(/%([1-9])/g, (_, digit: string) => {
        const other = definition.levels.get(Number(digit) - 1);
        return formatNumber(numbers[Number(digit) - 1] ?? other?.start ?? 1, other?.format ?? 'decimal');
      });
      return { level, ordered: format !== 'bullet', number: numbers[level] ?? 1, label };
    },
  };
}

function readDefinitions(root: XmlElement | undefined): Map<string, Definition> {
  const shared = new Map(
    childrenOf(root, 'w:abstractNum').map((element) => [element.attributes['w:abstractNumId'], element]),
  );
  const byStyle = new Map(
    [...shared.values()].map((element) => [settingOf(element, 'w:styleLink') ?? '', element]),
  );
  return new Map(
    childrenOf(root, 'w:num').map((element) => {
      const own = shared.get(settingOf(element, 'w:abstractNumId'));
      const linked = settingOf(own, 'w:numStyleLink');
      const base = (linked && byStyle.get(linked)) || own;
      return [element.attributes['w:numId'] ?? '', readDefinition(element, base)];
    }),
  );
}

function readDefinition(element: XmlElement, base: XmlElement | undefined): Definition {
  const levels = new Map(childrenOf(base, 'w:lvl').map(readLevel));
  const starts = new Map<number, number>();
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const level = Number(override.attributes['w:ilvl']);
    const start = settingOf(override, 'w:startOverride');
    if (start !== undefined) starts.set(level, toNumber(start));
    const own = childOf(override, 'w:lvl');
    if (own) levels.set(...readLevel(own));
  }
  return { id: base?.attributes['w:abstractNumId'] ?? '', levels, starts };
}

function readLevel(element: XmlElement): [number, Level] {
  return [
    Number(element.attributes['w:ilvl']),
    {
      format: settingOf(element, 'w:numFmt') ?? 'decimal',
      start: toNumber(settingOf(element, 'w:start') ?? '1'),
      text: settingOf(element, 'w:lvlText') ?? '',
      styleId: settingOf(element, 'w:pStyle'),
    },
  ];
}

function toNumber(value: string): number {
  const number = Number.parseInt(value, 10);
  return number >= 0 && number <= maxNumber ? number : 1;
}

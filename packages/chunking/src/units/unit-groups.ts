import { countTokens } from '../tokenizer/count-tokens.ts';
import type { Unit } from './unit.ts';

/** Makes one unit of those added between `open` and `close`, if that has at most `limit` tokens. Groups may be nested. */
export interface UnitGroups {
  open(limit: number): void;
  add(unit: Unit): void;
  close(): void;
}

interface Group {
  units: Unit[];
  tokens: number;
  readonly limit: number;
  /** Too long to be kept whole: its units are passed on as they come. */
  isBroken: boolean;
}

export function createUnitGroups(emit: (unit: Unit) => void): UnitGroups {
  const groups: Group[] = [];

  /** To the group at `depth`; past all of them, out. */
  const add = (unit: Unit, depth: number) => {
    const group = groups[depth];
    if (!group) return emit(unit);
    if (group.isBroken) return add(unit, depth - 1);
    group.units.push(unit);
    group.tokens += unit.tokens;
    if (group.tokens > group.limit) breakUp(group, depth);
  };
  const breakUp = (group: Group, depth: number) => {
    group.isBroken = true;
    for (const unit of group.units) add(unit, depth - 1);
    group.units = [];
  };

  return {
    open: (limit) => groups.push({ units: [], tokens: 0, limit, isBroken: false }),
    add: (unit) => add(unit, groups.length - 1),
    close() {
      const group = groups.pop();
      if (!group) return;
      const whole = merge(group);
      if (whole) add(whole, groups.length - 1);
      else breakUp(group, groups.length);
    },
  };
}

/** Below this share of the limit, the sum of the units' tokens is near enough to that of the text. */
const CERTAIN_SHARE = 0.9;

/** One unit of all, unless it turns out to be longer than its parts promised. */
function merge({ units, tokens, limit }: Group): Unit | undefined {
  const [first] = units;
  const last = units.at(-1);
  if (!first || !last) return undefined;
  const whole = {
    ...first,
    text: units.map((unit) => unit.text).join(''),
    tokens,
    isProse: units.every((unit) => unit.isProse),
    closing: last.closing,
  };
  if (tokens <= limit * CERTAIN_SHARE) return whole;
  const counted = countTokens(`${whole.text}${whole.closing}`);
  return counted <= limit ? { ...whole, tokens: counted } : undefined;
}

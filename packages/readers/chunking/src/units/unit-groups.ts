import { countTokens } from '../tokenizer/count-tokens.ts';
import { measureText } from './measure.ts';
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

/** One unit of all, with what closes it, unless that is too long. */
function merge({ units, limit }: Group): Unit | undefined {
  const [first] = units;
  const last = units.at(-1);
  if (!first || !last) return undefined;
  const text = units.map((unit) => unit.text).join('');
  const tokens = units.slice(1).every((unit) => unit.isSeparate)
    ? units.reduce((sum, unit) => sum + unit.tokens, 0)
    : measureText(first.lead, text).tokens;
  if (tokens + countTokens(last.closing) > limit) return undefined;
  return { ...first, text, tokens, isProse: units.every((unit) => unit.isProse), closing: last.closing };
}

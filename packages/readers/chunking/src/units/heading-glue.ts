import { Cut, type Unit } from './unit.ts';

/** Keeps headings with what follows. */
export interface HeadingGlue {
  add(unit: Unit): void;
  /** Tokens of the headings that the next unit will be kept with. */
  heldTokens(): number;
}

/**
 * Forbids to cut between a heading and what it is the heading of: text, or a deeper heading. Headings in a row of more
 * than `limit` tokens are cut like any other text.
 */
export function createHeadingGlue(limit: number, emit: (unit: Unit) => void): HeadingGlue {
  let level = 0;
  let tokens = 0;
  const heldTokens = () => (tokens <= limit ? tokens : 0);

  return {
    heldTokens,
    add(unit) {
      const held = heldTokens();
      const belongs = held > 0 && (!unit.isHeading || unit.section.level > level);
      tokens = unit.isHeading ? unit.tokens + (belongs ? held : 0) : 0;
      level = unit.section.level;
      emit(belongs ? { ...unit, cut: Cut.GLUED } : unit);
    },
  };
}

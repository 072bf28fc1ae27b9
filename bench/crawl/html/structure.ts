/** Counts of a page's structural elements, to compare with those of its Markdown. */
export interface Structure {
  readonly headings: number;
  readonly items: number;
  readonly fences: number;
  /** Fences that say the language of their code. */
  readonly languages: number;
  readonly tables: number;
  readonly links: number;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Counts what is in Markdown. */
export function structureOf(markdown: string): Structure {
  return {
    headings: count(markdown, /^\s*#{1,6} \S/gm),
    items: count(markdown, /^\s*(?:[-*]|\d+\.) +\S/gm),
    fences: count(markdown, /^\s*```/gm) / 2,
    languages: count(markdown, /^\s*```[a-z]+$/gm),
    tables: count(markdown, /^\s*\|(?: :?-+:? \|)+$/gm),
    links: count(markdown, /\]\([^)\s]+\)/g),
  };
}

export function sumOf(structures: readonly Structure[]): Structure {
  const names = ['headings', 'items', 'fences', 'languages', 'tables', 'links'] as const;
  const entries = names.map((name) => [name, structures.reduce((sum, each) => sum + each[name], 0)]);
  return Object.fromEntries(entries) as unknown as Structure;
}

import type { GeneratedPage } from '../pages/shapes.ts';

export interface Quality {
  /** Words of the content that were kept. */
  readonly recall: number;
  /** Words that were kept and are of the content. */
  readonly precision: number;
}

/** Holds a text against what the page was made of. */
export function judge(text: string, { main, boilerplate }: GeneratedPage): Quality {
  const words = [...new Set(text.toLowerCase().match(/[a-z]{8}/g))];
  const kept = words.filter((word) => main.has(word)).length;
  const others = words.filter((word) => boilerplate.has(word)).length;
  return { recall: kept / main.size, precision: kept / Math.max(1, kept + others) };
}

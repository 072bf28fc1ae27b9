import { articles } from './articles.ts';
import { references } from './references.ts';
import { createWriter } from './writer.ts';

export interface GeneratedPage {
  readonly shape: string;
  readonly html: string;
  readonly main: ReadonlySet<string>;
  readonly boilerplate: ReadonlySet<string>;
}

/** Generates `perShape` pages of each shape; the same for the same seed. */
export function generatePages(perShape: number, seed = 1): GeneratedPage[] {
  return Object.entries({ ...articles, ...references }).flatMap(([shape, write]) =>
    Array.from({ length: perShape }, (_, index) => {
      const writer = createWriter(seed * 1_000 + index);
      return { shape, html: write(writer), main: writer.main, boilerplate: writer.boilerplate };
    }),
  );
}

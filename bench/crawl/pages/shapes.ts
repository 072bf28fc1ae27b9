import { articles } from './articles.ts';
import { references } from './references.ts';
import { createWriter, type Writer } from './writer.ts';

/** Writes a page of a kind that is met in the web. */
export type Shape = (writer: Writer) => string;

export interface GeneratedPage {
  readonly shape: string;
  readonly html: string;
  readonly main: ReadonlySet<string>;
  readonly boilerplate: ReadonlySet<string>;
}

/** So many pages of each shape; the same for the same seed. */
export function generatePages(perShape: number, seed = 1): GeneratedPage[] {
  return Object.entries({ ...articles, ...references }).flatMap(([shape, write]) =>
    Array.from({ length: perShape }, (_, index) => {
      const writer = createWriter(seed * 1_000 + index);
      return { shape, html: write(writer), main: writer.main, boilerplate: writer.boilerplate };
    }),
  );
}

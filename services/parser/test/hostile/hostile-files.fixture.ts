import { hostileArchives } from './archives.fixture.ts';
import type { HostileFile } from './hostile-file.fixture.ts';
import { hostileMarkup } from './markup.fixture.ts';
import { hostilePdfs } from './pdfs.fixture.ts';
import { hostileTexts } from './texts.fixture.ts';

/** All files that were made to harm; those with addresses lead to `canary`. */
export const hostileFiles = (canary: string): readonly HostileFile[] => [
  ...hostileTexts,
  ...hostileMarkup(canary),
  ...hostileArchives,
  ...hostilePdfs,
];

export { BlockWriter } from './block-writer.ts';
export { escapeText, fencedCode, linkTarget } from './escape.ts';
export { headingLine } from './heading-line.ts';
export { InlineWriter } from './inline-writer.ts';
export type { MarkKind } from './marks.ts';
export { type Row, tableToMarkdown } from './table.ts';

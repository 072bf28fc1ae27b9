export { BlockWriter } from './block-writer.ts';
export { escapeText, fencedCode, headingLine, linkTarget } from './escape.ts';
export { InlineWriter } from './inline-writer.ts';
export type { MarkKind } from './marks.ts';
export { type Row, tableToMarkdown } from './table.ts';

export { BlockWriter } from './block-writer.ts';
export { escapeText, fencedCode, headingLine, inlineCode, linkTarget, type MarkKind } from './escape.ts';
export { InlineWriter } from './inline-writer.ts';
export { type Row, tableToMarkdown } from './table.ts';

export { declaredCharset } from './declared-charset.ts';
export { elementsToMarkdown } from './elements-to-markdown.ts';
export { createHtmlConverter } from './html-converter.ts';
export { descendants, type HtmlElement, type HtmlNode, textOf } from './html-element.ts';
export { createHtmlReader, type HtmlReader } from './html-reader.ts';
export { createHtmlTreeBuilder } from './html-tree.ts';

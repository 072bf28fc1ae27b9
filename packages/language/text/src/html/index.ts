export { declaredCharset } from './declared-charset.ts';
export { elementsToMarkdown } from './elements-to-markdown.ts';
export { createHtmlConverter, createHtmlSurveyor, htmlToMarkdown } from './html-converter.ts';
export { createHtmlReader, type HtmlReader } from './html-reader.ts';
export { createHtmlTreeBuilder, descendants, type HtmlElement, type HtmlNode, textOf } from './html-tree.ts';
export { findMainContent, type MainContent } from './main-content/find-main-content.ts';
export {
  createContentReader,
  findTitle,
  type ReadContent,
  readContent,
} from './main-content/read-content.ts';
export { settlePage } from './settle-page.ts';
export { type HiddenText, hiddenTextReason } from './visibility/visible-listener.ts';

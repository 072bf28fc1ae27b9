export { createHtmlConverter, type HtmlConverter } from './html-converter.ts';

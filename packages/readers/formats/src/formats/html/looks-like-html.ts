import { isPlainText, type Sample } from '../../format.ts';

const extensions = new Set(['html', 'htm', 'xhtml', 'xht', 'shtml']);
/** As programs call the tables and letters that they export as HTML. */
const officeExtensions = new Set(['xls', 'doc']);
const types = new Set(['text/html', 'application/xhtml+xml']);
const document = /^<(?:!doctype\s+html|html|head|body)[\s>]/i;
const fragment =
  /^<(?:div|p|h[1-6]|table|ul|ol|dl|article|section|main|header|meta|title|link|script|style)[\s>]/i;
const anyTag = /<\/?[a-z][a-z0-9-]*[\s/>]/i;

/** Whether a text is HTML: it begins like a document, or is called HTML, or not called anything, and has tags. */
export function looksLikeHtml(sample: Sample): boolean {
  if (!isPlainText(sample)) return false;
  const { text, extension, declaredType } = sample;
  const content = skipPreamble(text);
  if (document.test(content)) return true;
  if (extensions.has(extension) || types.has(declaredType)) return anyTag.test(text);
  const isUnnamed = extension === '' && (declaredType === '' || declaredType === 'application/octet-stream');
  return (isUnnamed || officeExtensions.has(extension)) && fragment.test(content);
}

/** White space, comments and XML declarations may stand before a document begins. */
function skipPreamble(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  while (true) {
    const closing = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '>' : undefined;
    const end = closing === undefined ? -1 : rest.indexOf(closing);
    if (closing === undefined || end === -1) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

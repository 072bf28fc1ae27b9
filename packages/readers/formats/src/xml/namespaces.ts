/** Names of prefixes in these readers by the prefixes of a document, as far as they differ. */
export type Prefixes = ReadonlyMap<string, string>;

const openXml = 'http://schemas.openxmlformats.org';
/** Namespaces of the strict variant of the standard. */
const strict = 'http://purl.oclc.org/ooxml';
const oasis = 'urn:oasis:names:tc:opendocument:xmlns';

/** The prefixes that the readers know elements by: those that nearly every program writes. */
const usual = new Map<string, string>([
  [`${openXml}/wordprocessingml/2006/main`, 'w'],
  [`${strict}/wordprocessingml/main`, 'w'],
  ['http://schemas.microsoft.com/office/word/2003/wordml', 'w'],
  [`${openXml}/presentationml/2006/main`, 'p'],
  [`${strict}/presentationml/main`, 'p'],
  [`${openXml}/drawingml/2006/main`, 'a'],
  [`${strict}/drawingml/main`, 'a'],
  [`${openXml}/officeDocument/2006/relationships`, 'r'],
  [`${strict}/officeDocument/relationships`, 'r'],
  [`${openXml}/officeDocument/2006/math`, 'm'],
  [`${strict}/officeDocument/math`, 'm'],
  [`${openXml}/drawingml/2006/wordprocessingDrawing`, 'wp'],
  [`${strict}/drawingml/wordprocessingDrawing`, 'wp'],
  [`${openXml}/drawingml/2006/picture`, 'pic'],
  [`${strict}/drawingml/picture`, 'pic'],
  [`${openXml}/drawingml/2006/chart`, 'c'],
  [`${strict}/drawingml/chart`, 'c'],
  ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
  [`${openXml}/drawingml/2006/diagram`, 'dgm'],
  [`${strict}/drawingml/diagram`, 'dgm'],
  [`${openXml}/drawingml/2006/spreadsheetDrawing`, 'xdr'],
  [`${strict}/drawingml/spreadsheetDrawing`, 'xdr'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['urn:schemas-microsoft-com:office:spreadsheet', 'ss'],
  [`${openXml}/markup-compatibility/2006`, 'mc'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  [`${oasis}:office:1.0`, 'office'],
  [`${oasis}:text:1.0`, 'text'],
  [`${oasis}:table:1.0`, 'table'],
  [`${oasis}:style:1.0`, 'style'],
  [`${oasis}:presentation:1.0`, 'presentation'],
  [`${oasis}:manifest:1.0`, 'manifest'],
  [`${oasis}:drawing:1.0`, 'draw'],
  [`${oasis}:svg-compatible:1.0`, 'svg'],
  [`${oasis}:chart:1.0`, 'chart'],
  [`${oasis}:xsl-fo-compatible:1.0`, 'fo'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  [`${openXml}/spreadsheetml/2006/main`, ''],
  [`${strict}/spreadsheetml/main`, ''],
  [`${oasis}:container`, ''],
  ['http://www.idpf.org/2007/opf', ''],
  ['http://www.idpf.org/2007/ops', 'epub'],
  ['http://www.daisy.org/z3986/2005/ncx/', ''],
  ['http://www.w3.org/1999/xhtml', ''],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/2001/04/xmlenc#', 'enc'],
  ['http://schemas.microsoft.com/office/2006/xmlPackage', 'pkg'],
]);

/** Maximum of prefixes, more than any file needs; their namespaces are copied for each scope. */
const maxPrefixes = 200;

/** The prefixes within an element, with those that it declares. */
export function prefixesIn(attributes: Readonly<Record<string, string>>, around: Prefixes): Prefixes {
  let prefixes: Map<string, string> | undefined;
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = name.slice('xmlns:'.length);
    const known = usual.get(attributes[name] ?? '') ?? prefix;
    if (known === prefix && !around.has(prefix)) continue;
    if ((prefixes ?? around).size >= maxPrefixes) break;
    prefixes ??= new Map(around);
    prefixes.set(prefix, known);
  }
  return prefixes ?? around;
}

/** A name with the usual prefix. */
export function rename(name: string, prefixes: Prefixes): string {
  if (prefixes.size === 0) return name;
  const colon = name.indexOf(':');
  const known = prefixes.get(colon < 0 ? '' : name.slice(0, colon));
  return known === undefined ? name : `${known}${known && ':'}${name.slice(colon + 1)}`;
}

/** Attributes with the usual prefixes; one that has none is in no namespace. */
export function renameAttributes(
  attributes: Record<string, string>,
  prefixes: Prefixes,
): Readonly<Record<string, string>> {
  if (prefixes.size === 0) return attributes;
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([name, value]) => [name.includes(':') ? rename(name, prefixes) : name, value]),
  );
}

/** A name without its prefix. */
export const localNameOf = (name: string): string => name.slice(name.indexOf(':') + 1);

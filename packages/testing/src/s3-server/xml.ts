const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  '\r': '&#13;',
};
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const escapeXml = (text: string): string => text.replace(/[<>&"\r]/g, (sign) => escapes[sign] ?? sign);

const unescapeXml = (text: string): string =>
  text.replace(/&(?:([a-z]+)|#(\d+)|#x([0-9a-f]+));/gi, (whole, name, decimal, hexadecimal) => {
    if (name) return named[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });

type XmlContent = string | number | boolean | XmlElement | readonly XmlElement[];
export interface XmlElement {
  readonly [name: string]: XmlContent | undefined;
}

/** Writes elements; an array repeats its element, undefined writes nothing. */
function writeXml(elements: XmlElement): string {
  let xml = '';
  for (const [name, content] of Object.entries(elements)) {
    if (content === undefined) continue;
    const items: readonly XmlContent[] = Array.isArray(content) ? content : [content as XmlContent];
    for (const item of items) {
      const inner = typeof item === 'object' ? writeXml(item as XmlElement) : escapeXml(String(item));
      xml += `<${name}>${inner}</${name}>`;
    }
  }
  return xml;
}

/** Returns an XML document with one root element. */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${writeXml(root)}`;

/** Returns the contents of every `<name>` element, for the flat requests of S3 clients. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '');
}

export const textOf = (xml: string, name: string): string | undefined => {
  const [text] = elementsOf(xml, name);
  return text === undefined ? undefined : unescapeXml(text);
};

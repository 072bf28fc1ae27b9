const catalog = /(\d{1,10})\s+(\d{1,5})\s+obj\s*<<(?:(?!endobj)[\s\S]){0,2000}?\/Type\s*\/Catalog\b/g;

/**
 * A document that was cut off before its trailer, with one that names its catalog: PDFium finds the other objects without
 * cross-references, but not the one to begin with. Undefined where there is no catalog either.
 */
export function addTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const found = [...text.matchAll(catalog)].at(-1);
  if (!found) return undefined;
  return Buffer.concat([
    bytes,
    Buffer.from(`\nendobj\ntrailer\n<< /Root ${found[1]} ${found[2]} R >>\n%%EOF\n`),
  ]);
}

/** The encoding that a page names in its head: `<meta charset="…">`, `<meta … content="text/html; charset=…">`, `<?xml … encoding="…"?>`. */
export function declaredCharset(head: string): string | undefined {
  return /<(?:meta|\?xml)\s[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
}

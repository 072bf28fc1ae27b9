/**
 * Replaces `_x000D_` by the character of this code, as texts of workbooks escape what XML cannot hold (ST_Xstring, ECMA-376-1
 * 22.9.2.19). An underscore that is meant is escaped itself: `_x005F_x000D_`. Ends of lines become one.
 */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n');
}

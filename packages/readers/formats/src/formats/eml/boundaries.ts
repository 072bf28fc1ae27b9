const boundary = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})|([^\s";]{1,200}))/gi;

/** Lines that may part a mail. */
export const delimiter = /^--(.{1,200}?)(?:--)?[ \t\r]*$/gm;

/** Returns the boundaries that the headers of a mail declare. The mail is read as Latin-1. */
export function boundariesOf(mail: string): ReadonlySet<string> {
  const boundaries = [...mail.matchAll(boundary)].map(([, quoted, bare]) => (quoted ?? bare ?? '').trimEnd());
  return new Set(boundaries);
}

const boundary = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})|([^\s";]{1,200}))/gi;

/** Lines that may part a mail. */
export const delimiter = /^--(.{1,200}?)(?:--)?[ \t\r]*$/gm;

/** What the lines say that part a mail, read as Latin-1. */
export function boundariesOf(mail: string): ReadonlySet<string> {
  const boundaries = [...mail.matchAll(boundary)].map(([, quoted, bare]) => (quoted ?? bare ?? '').trimEnd());
  return new Set(boundaries);
}

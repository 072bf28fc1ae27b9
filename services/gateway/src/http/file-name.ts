const longestName = 255;
/** What a cut through a pair of surrogates leaves. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** The last part of a path that a client sent, without control characters, at most 255 characters with its extension kept. */
export function fileNameOf(sent: string): string {
  const base = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const name = base.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  if (name === '' || name === '.' || name === '..') return 'file';
  if (name.length <= longestName) return name;
  const [extension = ''] = /\.[A-Za-z0-9]{1,16}$/.exec(name) ?? [];
  return `${name.slice(0, longestName - extension.length).replace(halfCharacter, '')}${extension}`;
}

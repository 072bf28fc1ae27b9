import { decodeHeader } from '@docfleet/egress';

const maxNameLength = 200;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `filename*=UTF-8''…` (RFC 6266) before `filename="…"`, which browsers read as UTF-8 where it is. */
function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decoded(encoded.trim().replace(/^"(.*)"$/, '$1'));
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.){1,400})"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = quoted?.replace(/\\(["\\])/g, '$1') ?? bare;
  return name && decoded(decodeHeader(name));
}

/** A file's name without folders: as its server calls it, or the end of its address, or that of the host. */
export function fileNameOf(headers: Headers, url: URL): string {
  const name =
    nameIn(headers.get('content-disposition') ?? '') ?? decoded(url.pathname.split('/').at(-1) ?? '');
  const bare = name
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(-maxNameLength);
  return bare || url.hostname;
}

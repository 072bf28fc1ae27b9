const longestName = 200;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `filename*=UTF-8''…` (RFC 6266) before `filename="…"`. */
function nameIn(disposition: string): string | undefined {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decoded(encoded.trim());
  return /filename\s*=\s*(?:"([^"]{1,400})"|([^;\s]+))/i.exec(disposition)?.slice(1).find(Boolean);
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
    .slice(-longestName);
  return bare || url.hostname;
}

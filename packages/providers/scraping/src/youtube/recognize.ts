/** Target of an address of YouTube. */
export type YouTubeTarget =
  | { readonly kind: 'video'; readonly videoId: string }
  | { readonly kind: 'playlist'; readonly playlistId: string }
  | { readonly kind: 'channel'; readonly channel: YouTubeChannel };

/** Channel named by its id, by its handle (without the @), or by one of its older names. */
export type YouTubeChannel =
  | { readonly by: 'id' | 'handle' | 'user'; readonly name: string }
  | { readonly by: 'custom'; readonly name: string };

const hosts = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const videoIdForm = /^[\w-]{11}$/;
const playlistIdForm = /^[\w-]{2,64}$/;
const videoPaths = ['shorts', 'live', 'embed', 'v', 'e', 'clip'];
/** Lists that are made for each visitor anew: mixes, "watch later", "liked". */
const personalList = /^(?:RD|UL|WL$|LL$)/;

const video = (videoId: string | null | undefined): YouTubeTarget | undefined =>
  videoId && videoIdForm.test(videoId) ? { kind: 'video', videoId } : undefined;

const playlist = (playlistId: string | null): YouTubeTarget | undefined =>
  playlistId && playlistIdForm.test(playlistId) && !personalList.test(playlistId)
    ? { kind: 'playlist', playlistId }
    : undefined;

const channel = (by: YouTubeChannel['by'], name: string | undefined): YouTubeTarget | undefined =>
  name ? { kind: 'channel', channel: { by, name } } : undefined;

function readChannel(first: string, second: string | undefined): YouTubeTarget | undefined {
  if (first.startsWith('@')) return channel('handle', first.slice(1));
  if (first === 'channel') return second && /^UC[\w-]{22}$/.test(second) ? channel('id', second) : undefined;
  if (first === 'user') return channel('user', second);
  return first === 'c' ? channel('custom', second) : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Recognizes videos, shorts, live streams, playlists and channels; undefined for any other address, YouTube's own pages included. */
export function recognizeYouTube(url: URL): YouTubeTarget | undefined {
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  const [first = '', second] = url.pathname.split('/').filter(Boolean).map(decode);
  if (host === 'youtu.be' || host === 'www.youtu.be') return video(first);
  if (!hosts.test(host)) return undefined;
  const list = url.searchParams.get('list');
  // A video that is watched within a list is the video.
  if (first === 'watch') return video(url.searchParams.get('v')) ?? playlist(list);
  if (first === 'playlist') return playlist(list);
  if (first === 'embed' && second === 'videoseries') return playlist(list);
  if (videoPaths.includes(first)) return video(second);
  return readChannel(first, second);
}

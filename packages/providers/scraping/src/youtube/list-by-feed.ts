import { AppError } from '@docfleet/errors';
import { SaxesParser } from 'saxes';
import type { VideoFinding, YouTubeClient } from './youtube-client.ts';

function parseFeed(xml: string): VideoFinding[] {
  const videos: VideoFinding[] = [];
  const path: string[] = [];
  let [text, videoId, title] = ['', '', ''];
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'entry') [videoId, title] = ['', ''];
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (path.at(-1) === 'entry' && name === 'yt:videoId') videoId = text.trim();
    if (path.at(-1) === 'entry' && name === 'title') title = text.trim();
    if (name === 'entry' && videoId) videos.push({ kind: 'video', videoId, title: title || undefined });
  });
  parser.write(xml).close();
  return videos;
}

/** The newest fifteen videos of a playlist, by its feed; it does not state whether there are more. */
export async function* listByFeed(playlistId: string, youtube: YouTubeClient): AsyncGenerator<VideoFinding> {
  const { status, text } = await youtube.get(
    new URL(`/feeds/videos.xml?playlist_id=${playlistId}`, youtube.site),
  );
  if (status === 404) throw new AppError('PAGE_NOT_FOUND', 'YouTube has no such list');
  if (status !== 200)
    throw new AppError('PAGE_UNAVAILABLE', `YouTube answered ${status} when asked for the list`);
  yield* parseFeed(text);
  yield { kind: 'incomplete', reason: 'YouTube shows only the newest videos of the list without an API key' };
}

import { expect, test } from '@jest/globals';
import { recognizeYouTube } from './recognize.ts';

const id = 'dQw4w9WgXcQ';
const channelId = 'UC1234567890123456789012';

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?feature=share&v=${id}&t=10s`,
  `https://m.youtube.com/watch?v=${id}&list=PL123`,
  `https://music.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}?si=x`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://www.youtube.com./v/${id}`,
])('%s is a video', (url) => {
  expect(recognizeYouTube(new URL(url))).toEqual({ kind: 'video', videoId: id });
});

test.each([
  ['https://www.youtube.com/playlist?list=PL123', 'PL123'],
  ['https://www.youtube.com/embed/videoseries?list=PL123', 'PL123'],
  ['https://www.youtube.com/watch?list=UU123', 'UU123'],
])('%s is the playlist %s', (url, playlistId) => {
  expect(recognizeYouTube(new URL(url))).toEqual({ kind: 'playlist', playlistId });
});

test.each([
  ['https://www.youtube.com/@name', 'handle', 'name'],
  ['https://www.youtube.com/@name/videos', 'handle', 'name'],
  ['https://www.youtube.com/@n%C3%A4me', 'handle', 'näme'],
  [`https://www.youtube.com/channel/${channelId}`, 'id', channelId],
  ['https://www.youtube.com/c/Name', 'custom', 'Name'],
  ['https://www.youtube.com/user/name/featured', 'user', 'name'],
])('%s is a channel by its %s', (url, by, name) => {
  expect(recognizeYouTube(new URL(url))).toEqual({ kind: 'channel', channel: { by, name } });
});

test.each([
  'https://www.youtube.com/',
  'https://www.youtube.com/feed/trending',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/playlist?list=WL',
  'https://www.youtube.com/channel/../etc',
  'https://youtu.be/',
  `https://notyoutube.com/watch?v=${id}`,
  `https://youtube.com.evil.test/watch?v=${id}`,
  `ftp://youtube.com/watch?v=${id}`,
])('%s is none of them', (url) => {
  expect(recognizeYouTube(new URL(url))).toBeUndefined();
});

import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

const cue = (number: number, from: string, to: string, text: string) =>
  `${number}\r\n${from} --> ${to}\r\n${text}\r\n\r\n`;

test('subtitles are the text that is spoken, with the time at which each passage begins', async () => {
  const content =
    cue(1, '00:00:01,000', '00:00:04,000', 'Hello <i>there</i>,') +
    cue(2, '00:00:04,100', '00:00:06,000', '{\\an8}how are you?') +
    cue(3, '01:02:05,000', '01:02:07,500', '- Who is it? &amp; why');
  await expect(convertFile({ name: 'a.srt', content })).resolves.toEqual({
    mimeType: 'application/x-subrip',
    markdown: '[0:00:01] Hello there, how are you?\n\n[1:02:05] - Who is it? & why\n',
  });
});

test('of WebVTT speakers are kept, and neither styles, notes, identifiers nor marks', async () => {
  const content =
    'WEBVTT - Title\n\nSTYLE\n::cue { color: red }\n\nNOTE a comment\n\nintro\n00:01.000 --> 00:04.000 align:start\n<v Roger Bingham>We are in <c.yellow>New York</c>\n\n00:05.000 --> 00:07.000\n<v Neil>&lt;laugh&gt; <00:00:05.500>ok\n';
  await expect(markdownOf('a.vtt', content)).resolves.toBe(
    '[0:00:01] Roger Bingham: We are in New York\n\n[0:00:05] Neil: \\<laugh> ok\n',
  );
});

test('lines that captions repeat while they roll are read once', async () => {
  const content =
    'WEBVTT\n\n00:01.000 --> 00:02.000\nfirst line\n\n00:02.000 --> 00:03.000\nfirst line\nsecond line\n\n00:03.000 --> 00:04.000\nsecond line\nthird line\n';
  await expect(markdownOf('a.vtt', content)).resolves.toBe('[0:00:01] first line second line third line\n');
});

test('numbers that are spoken stay, and a file that only has the ending is text', async () => {
  await expect(markdownOf('a.srt', cue(1, '00:00:01,000', '00:00:02,000', '42'))).resolves.toBe(
    '[0:00:01] 42\n',
  );
  await expect(markdownOf('a.srt', 'Just notes.\n')).resolves.toBe('Just notes.\n');
});

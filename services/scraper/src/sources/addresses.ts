import { readSourceValues } from '@docfleet/domain/document';
import type { FoundDocument } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { listVideos, pageAddress, recognizeYouTube } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { parseSourceConfig } from '../fetch-page.ts';
import { youtubeContext } from '../fetch-video.ts';
import {
  addAllFound,
  foundPage,
  type NamedSource,
  type SourceReader,
  type SourceReading,
} from './source-reader.ts';

const foundVideo = (
  run: NamedSource,
  {
    videoId,
    title,
    metadata,
  }: Pick<FoundDocument, 'metadata'> & { videoId: string; title: string | undefined },
): FoundDocument => ({
  externalId: videoId,
  source: readSourceValues({ url: `https://www.youtube.com/watch?v=${videoId}` }),
  name: title?.slice(0, 255) ?? null,
  documentType: 'URL',
  ingestionSource: run.source,
  metadata,
  stage: 'FETCH_PAGE',
});

/** The pages and videos of a list, as the playlists and channels in it are read; one that cannot be read is logged and skipped. */
export async function* findAddresses(
  context: ScraperContext,
  run: NamedSource,
  { reading, signal }: { reading: SourceReading; signal: AbortSignal },
): AsyncGenerator<FoundDocument> {
  const { urls, metadata } = parseSourceConfig(run.config);
  for (const url of urls.flatMap((address) => pageAddress(address) ?? [])) {
    const target = recognizeYouTube(url);
    if (!target) {
      yield foundPage(run, url, metadata);
      continue;
    }
    try {
      for await (const finding of listVideos(target, youtubeContext(context, signal)))
        if (finding.kind === 'video') yield foundVideo(run, { ...finding, metadata });
        else if (finding.kind === 'unproven') reading.isUnproven = true;
        else {
          reading.isComplete = false;
          reading.troubles.push(`${url.href}: ${finding.reason}`);
        }
    } catch (cause) {
      signal.throwIfAborted();
      reading.isComplete = false;
      reading.troubles.push(`${url.href}: ${AppError.from(cause).message}`);
    }
  }
}

const maxTroubles = 5;

/**
 * Puts what a list of addresses names into its run: pages, videos, and those of playlists and channels. Also when a list runs again, or
 * when the request that stored it died.
 */
export const readAddresses: SourceReader = async (context, run, signal) => {
  const reading: SourceReading = { isComplete: true, troubles: [] };
  if (!(await addAllFound(context, run, findAddresses(context, run, { reading, signal })))) return undefined;
  const { isComplete, isUnproven, troubles } = reading;
  const proof = isUnproven ? 'NONE' : 'STATED';
  return { proof: isComplete ? proof : undefined, troubles: troubles.slice(0, maxTroubles) };
};

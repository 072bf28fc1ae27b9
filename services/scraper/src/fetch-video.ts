import { AppError, type ErrorCode } from '@docfleet/errors';
import { fetchTranscript, type Transcript, type TranscriptRefusal } from '@docfleet/scraping';
import type { ScraperContext } from './context.ts';

/** The error for each reason for a missing transcript. */
const refusalCodes = {
  NO_CAPTIONS: 'PAGE_EMPTY',
  DISABLED: 'PAGE_EMPTY',
  PRIVATE: 'PAGE_FORBIDDEN',
  UNAVAILABLE: 'PAGE_NOT_FOUND',
  AGE_RESTRICTED: 'PAGE_FORBIDDEN',
  PO_TOKEN_REQUIRED: 'PAGE_FORBIDDEN',
  // Passes, or does through the operator's proxy.
  BLOCKED: 'PAGE_UNAVAILABLE',
} as const satisfies Record<TranscriptRefusal, ErrorCode>;

/** The settings of the readers of lists and transcripts. */
export const youtubeContext = (
  { providerSettings: { egress }, settings: { youtube } }: ScraperContext,
  signal: AbortSignal,
) => ({
  fetch: egress.fetch,
  signal,
  dataApiKey: youtube.dataApiKey,
  ...(youtube.site && { endpoints: { site: youtube.site, dataApi: youtube.site } }),
});

/** The transcript of a video as Markdown, and when its text is spoken; rejects with the reason when there is none. */
export async function fetchVideo(
  context: ScraperContext,
  videoId: string,
  signal: AbortSignal,
): Promise<Extract<Transcript, { outcome: 'OK' }>> {
  const { languages } = context.settings.youtube;
  const transcript = await fetchTranscript(videoId, languages, youtubeContext(context, signal));
  if (transcript.outcome === 'OK') return transcript;
  const { outcome, reason, retryAfterMs } = transcript;
  throw new AppError(refusalCodes[outcome], reason, {
    details: { outcome, ...(retryAfterMs !== undefined && { retryAfterMs }) },
  });
}

export { pageFromHtml } from './page/page-from-html.ts';
export { pageAddress } from './page-address.ts';
export type {
  OpenedScraper,
  ScrapedFile,
  ScrapedPage,
  ScrapeRequest,
  ScrapeResult,
  ScrapingContext,
  WebScraper,
} from './provider.ts';
export { createWebReader, type WebReader } from './reading/web-reader.ts';
export { createRecentAddresses } from './recent-addresses.ts';
export { openWebScraper, webScraperConfig, webScraperProviders } from './registry.ts';
export { createRobotsReader, type Robots, type RobotsReader } from './robots/robots.ts';
export { readSitemap, type SitemapFinding } from './sitemap/read-sitemap.ts';
export { userAgent } from './user-agent.ts';
export { fetchTranscript, type Transcript, type TranscriptRefusal } from './youtube/fetch-transcript.ts';
export { listVideos } from './youtube/list-videos.ts';
export { recogniseYouTube, type YouTubeChannel, type YouTubeTarget } from './youtube/recognise.ts';
export type { VideoFinding } from './youtube/video-finding.ts';
export type { YouTubeContext } from './youtube/youtube-client.ts';

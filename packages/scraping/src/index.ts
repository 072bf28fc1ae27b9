export { createRobotsReader, type Robots, type RobotsReader } from './robots/robots.ts';
export { readSitemap, type SitemapFinding } from './sitemap/read-sitemap.ts';

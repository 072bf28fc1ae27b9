export { scraperSettings, scraperSettingsOf } from './config.ts';
export { startScraper } from './start.ts';

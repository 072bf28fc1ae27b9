export {
  addCrawlPages,
  type Crawl,
  findMetPages,
  forgetUnmetPages,
  postponePage,
  readCrawlPageState,
  readCrawlProgress,
  recordVisits,
  takeWaitingPages,
  type Visit,
  type WaitingPage,
} from './crawl-pages.ts';

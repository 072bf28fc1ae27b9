import { defineQueue } from './define-queue.ts';
import { runKey, runPayload } from './payloads.ts';

export const discoverSource = defineQueue({
  name: 'discover-source',
  description: 'Reads a sitemap, a website or a list of videos and adds what it names to the run',
  payload: runPayload,
  dedupe: runKey,
});

import type { Feeds } from './provider.ts';

/** What is known before the first listing. */
export const noFeeds: Feeds = { find: async () => undefined, after: async () => undefined };

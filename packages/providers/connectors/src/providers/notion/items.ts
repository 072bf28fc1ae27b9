import type { ConnectorItem } from '../../provider.ts';
import { type Page, textOf } from './replies.ts';

const minuteMs = 60_000;

export const titleOf = ({ properties }: Page): string => {
  const title = Object.values(properties).find(({ type }) => type === 'title');
  return textOf(title?.['title']) || 'Untitled';
};

/**
 * Notion rounds times of edits down to the minute: while that minute, or the next one, is under way there may be another edit with the
 * same time. Such a version is marked, so that the sync after it takes the page once more.
 */
function versionOf({ last_edited_time: edited }: Page, now: number): string {
  return now - Date.parse(edited) < 2 * minuteMs ? `${edited} at ${new Date(now).toISOString()}` : edited;
}

export const itemOf = (page: Page, now: number): ConnectorItem => ({
  externalId: page.id,
  name: titleOf(page),
  path: null,
  url: page.url ?? null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  modifiedAt: page.last_edited_time,
  versionKey: versionOf(page, now),
  kind: 'page',
});

import type { IngestJobRun } from '@docfleet/sdk';
import { formatNumber, shorten } from '../../parts/format.ts';

type IngestConfig = Pick<IngestJobRun['ingestConfig'], 'source' | 'config'>;

/** Maximum length of a text in a line, in characters: names may be a megabyte long. */
const maxShownLength = 300;

const others = (count: number) => (count > 1 ? ` and ${count - 1} more` : '');

/** Describes the source of a run in one line: the name of a text or file, the address of a site, the first entry of a list. */
export function subjectOf({ source, config }: IngestConfig): string {
  const { name, url, urls, externalIds } = config;
  if (typeof name === 'string') return shorten(name, maxShownLength);
  if (typeof url === 'string') return shorten(url, maxShownLength);
  if (Array.isArray(urls) && urls.length > 0)
    return `${shorten(String(urls[0]), maxShownLength)}${others(urls.length)}`;
  if (source === 'REEMBEDDING') return 'All documents, with another model or store';
  if (source === 'TEXT') return 'Text without a name';
  if (!Array.isArray(externalIds)) return 'Everything in the connection';
  return externalIds.length === 1 ? '1 selected item' : `${formatNumber(externalIds.length)} selected items`;
}

import type { ChunkConfig, Metadata } from '@docfleet/sdk';
import { readTypedValue, shorten, type TypedValue, type ValueKind } from '../../parts/format.ts';
import { useDraft } from '../../use-draft.ts';

/** Maximum number of addresses in a list. */
const maxAddresses = 1_000;

/** Addresses of a list, and the errors of its lines. */
interface Addresses {
  readonly urls: readonly string[];
  readonly fault: string | undefined;
}

const isAddress = (line: string) => /^https?:$/.test(URL.parse(line)?.protocol ?? '');

/** Parses one address per line; pasted lists may have commas between them. */
export function readAddresses(text: string): Addresses {
  const urls = linesOf(text.replace(/[,;]\s+/g, '\n'));
  const wrong = urls.find((url) => !isAddress(url));
  if (wrong !== undefined)
    return { urls, fault: `Not a web address: ${shorten(wrong, 100)}. It has to begin with https://` };
  const tooMany = urls.length > maxAddresses;
  return {
    urls,
    fault: tooMany ? `At most ${maxAddresses} addresses at once: split the list` : undefined,
  };
}

/** Metadata field as it was typed. */
export interface MetadataRow {
  readonly id: number;
  readonly name: string;
  readonly kind: ValueKind;
  readonly text: string;
}

/** Frequency at which a source is read again. */
type Frequency = 'NEVER' | 'DAILY' | 'WEEKLY' | 'MONTHLY';

/** Options of an ingestion as they were entered; an empty one uses the default of the service. */
export interface Options {
  readonly metadata: readonly MetadataRow[];
  readonly chunkSize: string;
  readonly chunkOverlap: string;
  readonly readsScans: boolean;
  readonly keepsWholePages: boolean;
  readonly replaces: boolean;
  readonly frequency: Frequency;
  readonly include: string;
  readonly exclude: string;
}

const initial: Options = {
  metadata: [],
  chunkSize: '',
  chunkOverlap: '',
  readsScans: true,
  keepsWholePages: false,
  replaces: false,
  frequency: 'NEVER',
  include: '',
  exclude: '',
};

/** Defaults of the service for new namespaces, in tokens. */
export const defaultChunkConfig: ChunkConfig = { chunkSize: 400, chunkOverlap: 80 };

/** Holds the options of a namespace's ingestions, which are kept for the next one. */
export const useOptions = (namespaceId: string) => useDraft(`ingest-options:${namespaceId}`, initial);

/** Splits a text into its lines, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function metadataOf(rows: readonly MetadataRow[]): Metadata | undefined {
  const fields = rows.flatMap(({ name, kind, text }): [string, TypedValue][] => {
    const value = readTypedValue(kind, text);
    return name.trim() === '' || value === undefined ? [] : [[name.trim(), value]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

function chunkConfigOf({ chunkSize, chunkOverlap }: Options): ChunkConfig | undefined {
  if (chunkSize.trim() === '' && chunkOverlap.trim() === '') return undefined;
  const size = chunkSize.trim() === '' ? defaultChunkConfig.chunkSize : Number(chunkSize);
  // A small chunk has no room for the usual overlap.
  const defaultOverlap = Math.min(defaultChunkConfig.chunkOverlap, Math.floor(size / 5));
  return {
    chunkSize: size,
    chunkOverlap: chunkOverlap.trim() === '' ? defaultOverlap : Number(chunkOverlap),
  };
}

function scrapeOptionsOf({ include, exclude }: Options) {
  const [includeSelectors, excludeSelectors] = [linesOf(include), linesOf(exclude)];
  if (includeSelectors.length + excludeSelectors.length === 0) return undefined;
  return {
    ...(includeSelectors.length > 0 && { includeSelectors }),
    ...(excludeSelectors.length > 0 && { excludeSelectors }),
  };
}

/** Returns the options as fields of the API's request. Empty ones are omitted. */
export function readOptions(options: Options) {
  const metadata = metadataOf(options.metadata);
  const chunkConfig = chunkConfigOf(options);
  const scrapeOptions = scrapeOptionsOf(options);
  return {
    metadata: metadata && { metadata },
    chunkConfig: chunkConfig && { chunkConfig },
    scrapeOptions: scrapeOptions && { scrapeOptions },
    ocrConfig: {
      ocrConfig: { strategy: options.readsScans ? ('STANDARD_OCR' as const) : ('BASIC_PARSER' as const) },
    },
    htmlContent: options.keepsWholePages ? { htmlContent: 'WHOLE' as const } : undefined,
    syncFrequency: { syncFrequency: options.frequency },
  };
}

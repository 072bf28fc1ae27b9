import { type DocumentFilter, documentStatuses, documentTypes } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readFields, readSome, readTexts } from '../arguments.ts';
import { misuse } from '../cli-failure.ts';

export interface FilterOptions {
  readonly status?: readonly string[];
  readonly type?: readonly string[];
  readonly externalId?: readonly string[];
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** Adds the options that say which documents are meant. */
export const addFilter = (command: Command): Command =>
  command
    .option(
      '--status <status>',
      'only these: success, failed, processing, queued, cancelled …; repeatable',
      readSome(documentStatuses),
    )
    .option('--type <type>', 'only these: file, text, url …; repeatable', readSome(documentTypes))
    .option('--external-id <id>', 'only these; repeatable', readTexts)
    .option('--filter <key=value>', 'only those with this metadata; repeatable', readFields);

/** The filter that the options and ids stand for. */
export const filterOf = (
  { status, type, externalId, filter }: FilterOptions,
  documentIds: readonly string[] = [],
): DocumentFilter => ({
  ...(documentIds.length > 0 && { documentIds }),
  ...(status && { documentIngestionStatuses: status }),
  ...(type && { documentTypes: type }),
  ...(externalId && { documentExternalIds: externalId }),
  ...(filter && { metadata: filter }),
});

/** Returns the filter of a command that changes documents. Throws a misuse unless exactly one is passed: a filter (or ids), or `--all`. */
export function changeOf(
  options: FilterOptions & { readonly all?: boolean },
  documentIds: readonly string[],
): { filterConfig: DocumentFilter; all?: true } {
  const filterConfig = filterOf(options, documentIds);
  const isEmpty = Object.keys(filterConfig).length === 0;
  if (isEmpty && !options.all) throw misuse('No document was named', 'Pass ids, a filter, or --all.');
  if (!isEmpty && options.all)
    throw misuse('--all and a choice exclude each other', 'Leave one of them out.');
  return isEmpty ? { filterConfig, all: true } : { filterConfig };
}

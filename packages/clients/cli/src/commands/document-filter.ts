import { type DocumentFilter, documentStatuses, documentTypes, sourceFilterFields } from '@docfleet/sdk';
import { readFields, readMoment, readSome, readTexts } from '../arguments.ts';
import { misuse } from '../cli-failure.ts';
import type { OptionEntry } from '../define-command.ts';

type SourceFilter = NonNullable<DocumentFilter['source']>;

/** Values of the options that `sourceOptions` has. */
export type SourceOptions = { readonly [Name in keyof SourceFilter]?: string };

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Options by which documents are chosen by their source, one for each field that the API describes. */
export const sourceOptions: readonly OptionEntry[] = sourceFilterFields.map(
  ({ name, description, isMoment }) => {
    const text = `${description.charAt(0).toLowerCase()}${description.slice(1)}`;
    return isMoment
      ? [`--${kebabCase(name)} <moment>`, `${text}, like 2026-11-27 (UTC)`, readMoment]
      : [`--${kebabCase(name)} <text>`, text];
  },
);

/**
 * Returns the filter by source that the options stand for; undefined for none. An empty text is sent, which the service refuses: without it
 * more documents would match.
 */
export function sourceOf(options: SourceOptions): SourceFilter | undefined {
  const given = sourceFilterFields.flatMap(({ name }) =>
    options[name] === undefined ? [] : [[name, options[name]]],
  );
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

export interface FilterOptions extends SourceOptions {
  readonly status?: readonly string[];
  readonly type?: readonly string[];
  readonly externalId?: readonly string[];
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** Options that say which documents are meant. */
export const filterOptions: readonly OptionEntry[] = [
  [
    '--status <status>',
    'only these: success, failed, processing, queued, cancelled …; repeatable',
    readSome(documentStatuses),
  ],
  ['--type <type>', 'only these: file, text, url …; repeatable', readSome(documentTypes)],
  ['--external-id <id>', 'only these; repeatable', readTexts],
  ['--filter <key=value>', 'only those with this metadata; repeatable', readFields],
  ...sourceOptions,
];

/** The filter that the options and ids stand for. */
export function filterOf(options: FilterOptions, documentIds: readonly string[] = []): DocumentFilter {
  const { status, type, externalId, filter } = options;
  const source = sourceOf(options);
  return {
    ...(documentIds.length > 0 && { documentIds }),
    ...(status && { documentIngestionStatuses: status }),
    ...(type && { documentTypes: type }),
    ...(externalId && { documentExternalIds: externalId }),
    ...(filter && { metadata: filter }),
    ...(source && { source }),
  };
}

export interface ChangeOptions extends FilterOptions {
  readonly all?: boolean;
}

/** Returns the filter of a command that changes documents. Throws a misuse unless exactly one is passed: a filter (or ids), or `--all`. */
export function changeOf(
  options: ChangeOptions,
  documentIds: readonly string[],
): { filterConfig: DocumentFilter; all?: true } {
  const filterConfig = filterOf(options, documentIds);
  const isEmpty = Object.keys(filterConfig).length === 0;
  if (isEmpty && !options.all) throw misuse('No document was named', 'Pass ids, a filter, or --all.');
  if (!isEmpty && options.all)
    throw misuse('--all and a choice exclude each other', 'Leave one of them out.');
  return isEmpty ? { filterConfig, all: true } : { filterConfig };
}

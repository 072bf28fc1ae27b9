import type { Output } from '@docfleet/sdk';

/** Usage of one namespace on one day. */
export type DayOfUse = Output<'GET /v1/usage'>['usage'][number];

const columns = ['day', 'namespaceId', 'succeeded', 'failed', 'tokens', 'chunks'] as const;

/**
 * Formats a field according to RFC 4180. A value that a spreadsheet would evaluate as a formula gets an apostrophe as its first character.
 */
function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the usage as a table for spreadsheets. */
export const csvOf = (usage: readonly DayOfUse[]): string =>
  [columns, ...usage.map((row) => columns.map((column) => row[column]))]
    .map((line) => `${line.map(field).join(',')}\r\n`)
    .join('');

/** Downloads a text as a file, without a request. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

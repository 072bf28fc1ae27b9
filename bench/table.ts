/** Prints rows as a table in Markdown, so that it can be pasted into the README as it is. */
export function printTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  console.log([line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n'));
}

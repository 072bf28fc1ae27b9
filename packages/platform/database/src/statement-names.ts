/** Statements that a process asks repeatedly; beyond them, texts that are made up for a request would fill the server. */
const maxNames = 200;

/** A statement whose columns depend on the table would fail on open connections after a migration. */
const dependsOnColumns = /(\.|\bSELECT\s+|\bRETURNING\s+)\*/i;

/** Names statements, so that PostgreSQL parses and plans each once for a connection; an empty name leaves one unnamed. */
export function createStatementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = dependsOnColumns.test(sql) ? '' : `docfleet_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

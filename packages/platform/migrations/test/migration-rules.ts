/** A statement of a migration that would block users of a large table, or break the previous version. */
export interface Breach {
  readonly statement: string;
  readonly rule: string;
}

/** Replaces comments, strings and function bodies, which are not executed. */
const withoutText = (sql: string) =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, (text) =>
    text.startsWith("'") ? "''" : ' ',
  );

const statementsOf = (sql: string): readonly string[] =>
  withoutText(sql)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

const name = (statement: string, pattern: RegExp) => pattern.exec(statement)?.[1]?.toLowerCase() ?? '';
const createdTable = /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i;
const alteredTable = /^ALTER TABLE (?:ONLY )?(?:IF EXISTS )?"?(\w+)"?/i;
const indexedTable = /^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?"?(\w+)"?/i;

interface Rule {
  readonly says: string;
  readonly isBroken: (statement: string) => boolean;
}

const alters = (pattern: RegExp) => (statement: string) =>
  /^ALTER TABLE/i.test(statement) && pattern.test(statement);

/** Adds a column whose value must be written for every row, under a lock. */
function addsColumnThatRewrites(statement: string): boolean {
  if (!/^ALTER TABLE/i.test(statement)) return false;
  return statement
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => {
      const isFilledByConstant =
        /\bDEFAULT (?:''|-?\d[\d.]*|true|false|ARRAY\[\]|CURRENT_TIMESTAMP|now\(\))/i.test(column);
      if (/\bGENERATED\b|\b(?:BIG|SMALL)?SERIAL\b/i.test(column)) return true;
      if (/\bDEFAULT\b/i.test(column)) return !isFilledByConstant;
      return /\bNOT NULL\b/i.test(column);
    });
}

/** Rules for statements on tables that exist before the migration. */
const rules: readonly Rule[] = [
  {
    says: 'an index on an existing table is built CONCURRENTLY',
    isBroken: (statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i.test(statement),
  },
  { says: 'a column is added nullable or with a constant default', isBroken: addsColumnThatRewrites },
  { says: 'a column is not retyped', isBroken: alters(/\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i) },
  {
    says: 'a constraint is added NOT VALID, and validated by the next migration',
    isBroken: (statement) =>
      alters(/\bADD (?:CONSTRAINT|FOREIGN KEY|CHECK|UNIQUE|PRIMARY KEY)\b/i)(statement) &&
      !/\bNOT VALID\b|\bUSING INDEX\b/i.test(statement),
  },
  { says: 'nothing is renamed', isBroken: alters(/\bRENAME\b/i) },
  {
    says: 'rows are updated in batches by the scheduler',
    isBroken: (statement) => /^(?:UPDATE|DELETE)\b/i.test(statement),
  },
];

/** Rules for every statement. */
const anywhere: readonly Rule[] = [
  {
    says: 'nothing rewrites or locks a whole table',
    isBroken: (statement) =>
      /^(?:CLUSTER|VACUUM FULL|LOCK|TRUNCATE|REINDEX (?!.*CONCURRENTLY))\b/i.test(statement),
  },
  {
    says: 'an index is dropped CONCURRENTLY',
    isBroken: (statement) => /^DROP INDEX (?!CONCURRENTLY)/i.test(statement),
  },
  {
    says: 'a migration contains no transaction statements',
    isBroken: (statement) => /^(?:BEGIN|COMMIT|ROLLBACK)\b/i.test(statement),
  },
];

/** Dropping is the last step of a change over three versions, which the author must declare. */
const contracts = (sql: string) => /^-- contract: unused since \S+/im.test(sql);
const drops = /^DROP TABLE|^ALTER TABLE .*\bDROP (?:COLUMN\b|(?!CONSTRAINT|DEFAULT|NOT NULL)\w)/i;

const targetOf = (statement: string) =>
  name(statement, alteredTable) ||
  name(statement, indexedTable) ||
  name(statement, /^(?:UPDATE|DELETE FROM) "?(\w+)"?/i);

/** The table on which a statement holds an exclusive lock until its migration ends. */
const lockedTable = (statement: string) =>
  name(statement, alteredTable) || name(statement, /^CREATE (?:OR REPLACE )?TRIGGER .*? ON "?(\w+)"?/i);

/** With a valid CHECK constraint PostgreSQL skips the table scan of SET NOT NULL, which the statement alone does not show. */
const isHeld = (sql: string) => /^-- held by: \w+/im.test(sql);
const setsNotNull = alters(/\bSET NOT NULL\b/i);

/** Returns every breach of the rules in CONTRIBUTING.md, "Change the database", by a migration's SQL. */
export function findBreaches(sql: string): readonly Breach[] {
  const statements = statementsOf(sql);
  const fresh = new Set(statements.map((statement) => name(statement, createdTable)).filter(Boolean));
  const breaches = statements.flatMap((statement) => {
    const own = fresh.has(targetOf(statement)) ? [] : rules;
    const broken = [...own, ...anywhere].filter(({ isBroken }) => isBroken(statement));
    const dropping =
      drops.test(statement) && !contracts(sql)
        ? ['a migration that drops something declares the version since which it is unused']
        : [];
    const notNull =
      setsNotNull(statement) && !isHeld(sql)
        ? ['SET NOT NULL requires a CHECK constraint, which the migration names']
        : [];
    return [...broken.map(({ says }) => says), ...dropping, ...notNull].map((rule) => ({
      statement,
      rule,
    }));
  });
  const locked = new Set(statements.map(lockedTable).filter((table) => table && !fresh.has(table)));
  if (locked.size > 1)
    breaches.push({ statement: [...locked].join(', '), rule: 'a migration locks one table only' });
  const [alone] = statements.filter((statement) => /\bCONCURRENTLY\b/i.test(statement));
  if (alone !== undefined && statements.length > 1)
    breaches.push({ statement: alone, rule: 'CONCURRENTLY is the only statement of its migration' });
  return breaches;
}

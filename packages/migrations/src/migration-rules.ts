/** What a migration does that would hold up those who work on a large table, or break the version before. */
export interface Breach {
  readonly statement: string;
  readonly rule: string;
}

/** Text in which nothing is SQL that is executed: comments, strings, and bodies of functions become spaces. */
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

/** A column that every row has to be given: the table is read, or written, under a lock. */
function addsDemandingColumn(statement: string): boolean {
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

/** Of statements on tables that are there before the migration. */
const rules: readonly Rule[] = [
  {
    says: 'an index on a table that is there is built CONCURRENTLY',
    isBroken: (statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i.test(statement),
  },
  { says: 'a column comes nullable or with a constant default', isBroken: addsDemandingColumn },
  { says: 'a column is not retyped', isBroken: alters(/\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i) },
  {
    says: 'a constraint is added NOT VALID, and validated by the next migration',
    isBroken: (statement) =>
      alters(/\bADD (?:CONSTRAINT|FOREIGN KEY|CHECK|UNIQUE|PRIMARY KEY)\b/i)(statement) &&
      !/\bNOT VALID\b|\bUSING INDEX\b/i.test(statement),
  },
  { says: 'nothing is renamed', isBroken: alters(/\bRENAME\b/i) },
  {
    says: 'rows are filled in batches by the scheduler',
    isBroken: (statement) => /^(?:UPDATE|DELETE)\b/i.test(statement),
  },
];

/** Of any statement at all. */
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
    says: 'transactions are not begun and ended by hand',
    isBroken: (statement) => /^(?:BEGIN|COMMIT|ROLLBACK)\b/i.test(statement),
  },
];

/** Dropping is the last step of a change in three versions: the author says that it is. */
const contracts = (sql: string) => /^-- contract: unused since \S+/im.test(sql);
const drops = /^DROP TABLE|^ALTER TABLE .*\bDROP (?:COLUMN\b|(?!CONSTRAINT|DEFAULT|NOT NULL)\w)/i;

const targetOf = (statement: string) =>
  name(statement, alteredTable) ||
  name(statement, indexedTable) ||
  name(statement, /^(?:UPDATE|DELETE FROM) "?(\w+)"?/i);

/** Tables whose users a statement keeps out until its migration ends. */
const lockedTable = (statement: string) =>
  name(statement, alteredTable) || name(statement, /^CREATE (?:OR REPLACE )?TRIGGER .*? ON "?(\w+)"?/i);

/** PostgreSQL reads no rows then, and cannot tell the author's reader that it will not. */
const isHeld = (sql: string) => /^-- held by: \w+/im.test(sql);
const demands = alters(/\bSET NOT NULL\b/i);

/** Every way in which a migration's SQL breaks the rules of CONTRIBUTING.md, "Change the database". */
export function findBreaches(sql: string): readonly Breach[] {
  const statements = statementsOf(sql);
  const fresh = new Set(statements.map((statement) => name(statement, createdTable)).filter(Boolean));
  const breaches = statements.flatMap((statement) => {
    const own = fresh.has(targetOf(statement)) ? [] : rules;
    const broken = [...own, ...anywhere].filter(({ isBroken }) => isBroken(statement));
    const dropping =
      drops.test(statement) && !contracts(sql)
        ? ['what is dropped was unused before, and the migration says since when']
        : [];
    const demanding =
      demands(statement) && !isHeld(sql)
        ? ['NOT NULL is demanded only of what a constraint holds, and the migration names it']
        : [];
    return [...broken.map(({ says }) => says), ...dropping, ...demanding].map((rule) => ({
      statement,
      rule,
    }));
  });
  const locked = new Set(statements.map(lockedTable).filter((table) => table && !fresh.has(table)));
  if (locked.size > 1)
    breaches.push({ statement: [...locked].join(', '), rule: 'one table is locked by a migration' });
  const [alone] = statements.filter((statement) => /\bCONCURRENTLY\b/i.test(statement));
  if (alone !== undefined && statements.length > 1)
    breaches.push({ statement: alone, rule: 'CONCURRENTLY is alone in its migration' });
  return breaches;
}

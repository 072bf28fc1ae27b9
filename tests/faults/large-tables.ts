/** Number of documents there are; each has three chunks, and a tenth of them a job and a run of its own. */
export interface LargeTables {
  readonly documents: number;
}

/** SQL without end, one statement at a time. */
export type Statements = Generator<string, never>;

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
/** Of a job and its run as of a document: each kind has a table of its own. */
const numbered = (number: string) => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const documentsPerRun = 10;
const organization = id(1);
const namespace = id(2);

/** Rows as an ingest writes them, in the columns of the baseline, which later migrations must keep valid. */
const ingests = (from: number, to: number) => `
  INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", source, config, "chunkSize", "chunkOverlap")
    SELECT ${numbered('run')}, '${organization}', '${namespace}', 'TEXT', '{}', 1000, 200
    FROM generate_series(${from}, ${to}, ${documentsPerRun}) AS run;
  INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "ingestJobId", "unfinishedDocuments", status)
    SELECT ${numbered('run')}, '${organization}', '${namespace}', ${numbered('run')}, 0, 'COMPLETED'
    FROM generate_series(${from}, ${to}, ${documentsPerRun}) AS run;
  INSERT INTO documents (id, "organizationId", "namespaceId", "externalId", "liveKey", name, "documentType", "ingestionSource",
      status, stage, "activeRevision", "ingestJobId", "ingestJobRunId", metadata)
    SELECT ${numbered('number')}, '${organization}', '${namespace}', number::text, sha256(number::text::bytea), 'Document ' || number,
      'TEXT', 'TEXT', 'SUCCESS', 'EMBED', 1, ${numbered('run')}, ${numbered('run')},
      jsonb_build_object('team', 'team-' || number % 100, 'number', number)
    FROM generate_series(${from}, ${to}, ${documentsPerRun}) AS run,
      generate_series(run, least(run + ${documentsPerRun - 1}, ${to})) AS number;
  INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end", stored)
    SELECT ${numbered('number')}, 1, ordinal, number || '-' || ordinal, 250, 1000 * ordinal, 1000 * ordinal + 1000, true
    FROM generate_series(${from}, ${to}) AS number, generate_series(0, 2) AS ordinal;`;

/** Returns statements that fill a database of the baseline with one namespace of `documents` documents. */
export function* fillTables({ documents }: LargeTables): Generator<string> {
  const rowsAtOnce = 50_000;
  yield `INSERT INTO organizations (id, name) VALUES ('${organization}', 'Acme')`;
  yield `INSERT INTO namespaces (id, "organizationId", name, configs, "sealedSecrets")
    VALUES ('${namespace}', '${organization}', 'docs', '{}', '')`;
  for (let from = 1; from <= documents; from += rowsAtOnce)
    yield ingests(from, Math.min(from + rowsAtOnce - 1, documents));
}

/** Writes of a worker and a gateway, of one document each: of the old ones, spread over all, and a new one. */
export function* writeStatements({ documents }: LargeTables): Statements {
  for (let turn = 1; ; turn += 1) {
    const old = numbered(String(1 + ((turn * 7_919) % documents)));
    yield `UPDATE documents SET status = 'PROCESSING', "updatedAt" = now() WHERE id = ${old}`;
    yield `UPDATE chunks SET stored = true WHERE "documentId" = ${old} AND ordinal = 1`;
    yield `UPDATE documents SET status = 'SUCCESS', "updatedAt" = now() WHERE id = ${old}`;
    yield `UPDATE ingest_job_runs SET "updatedAt" = now() WHERE id = (SELECT "ingestJobRunId" FROM documents WHERE id = ${old})`;
    yield ingests(2 * documents + turn * documentsPerRun, 2 * documents + turn * documentsPerRun);
  }
}

/** Reads of a list and a search. */
export function* readStatements({ documents }: LargeTables): Statements {
  for (let turn = 1; ; turn += 1) {
    yield `SELECT id, name, status FROM documents WHERE "namespaceId" = '${namespace}' ORDER BY id DESC LIMIT 20`;
    yield `SELECT "vectorId" FROM chunks WHERE "documentId" = ${numbered(String(1 + ((turn * 104_729) % documents)))}`;
    yield `SELECT status FROM ingest_job_runs WHERE "namespaceId" = '${namespace}' ORDER BY id DESC LIMIT 20`;
    yield `SELECT name, configs FROM namespaces WHERE id = '${namespace}'`;
  }
}

import { countMoving } from '@docfleet/domain/consistency';
import type { Database } from '@docfleet/domain/database';
import { listNamespaces } from '@docfleet/domain/namespace';
import { listOrganizations } from '@docfleet/domain/organization';
import { findSurroundingFaults } from '@docfleet/pipeline/resources';
import type { Command } from 'commander';
import {
  type ConsistencyCheck,
  checkLeftovers,
  checkNamespace,
  describeFinding,
  type Finding,
  type Repair,
  repair,
} from './consistency/index.ts';
import { openConsistencyCheck } from './open-consistency-check.ts';
import { FoundSomething, OperatorFailure, type OutputOptions, readSeconds, type Session } from './session.ts';

interface Selection {
  readonly namespace?: string;
  readonly organization?: string;
}

/** The ids of the namespaces that were selected; by default all of them. Rejects when the named one does not exist. */
async function* selectNamespaces(
  database: Database,
  { namespace, organization }: Selection,
): AsyncGenerator<string> {
  let selected = 0;
  for (const { id } of await listOrganizations(database)) {
    if (organization !== undefined && organization !== id) continue;
    for (const { id: namespaceId, name } of await listNamespaces(database, id)) {
      if (namespace !== undefined && namespace !== name) continue;
      selected += 1;
      yield namespaceId;
    }
  }
  if (namespace !== undefined && selected === 0)
    throw new OperatorFailure(`There is no namespace ${namespace}.`);
}

/** Checks the selected namespaces; by default all of them, and data that belongs to none. */
async function* checkAll(check: ConsistencyCheck, selection: Selection): AsyncGenerator<Finding> {
  const isAll = selection.namespace === undefined && selection.organization === undefined;
  const checking = isAll ? { ...check, strays: new Set<string>() } : check;
  for await (const namespaceId of selectNamespaces(check.database, selection))
    yield* checkNamespace(checking, namespaceId);
  if (isAll) yield* checkLeftovers(check);
}

/** Counts the documents of the selected namespaces that were not checked because they are being processed. */
async function countUnjudged({ database, quietMs }: ConsistencyCheck, selection: Selection): Promise<number> {
  let count = 0;
  for await (const namespaceId of selectNamespaces(database, selection))
    count += await countMoving(database, namespaceId, quietMs);
  return count;
}

interface DoctorOptions extends OutputOptions {
  readonly namespace?: string;
  readonly organization?: string;
  readonly repair?: true;
  readonly rebuild?: true;
  readonly quietSeconds: number;
  readonly settleSeconds: number;
}

const explanation = `
It checks the settings (misspelled, blank), PostgreSQL (version, encoding, read-only, connections), Redis where REDIS_URL is set
(version, rights, policy, clients, another installation), that of CACHE_REDIS_URL, the space and permissions of DATA_DIR, and PUBLIC_URL where it is set (answers,
https, proxies), and names what is wrong with its remedy.

It compares, of each namespace, what the database says with what its vector store and its file store hold:
documents that wait without a job or lease, chunks and vectors without each other, files without a reference
and texts that are gone, wrong counts, keyword statistics of documents that are gone, vectors of generations that no
namespace has in a store that namespaces share; and it reads the bytes of
this machine's files for what was deleted, says what it could not read, and names folders that no namespace has. The fleet may be at
work meanwhile; documents that are under way or changed within --quiet-seconds are not judged, but counted
at the end, and what is found is looked at twice.

With --repair it removes what belongs to no document and requests the rest from the fleet through the outbox, so a
fleet has to run for it to be done: run it again afterwards. A store that holds nothing of a namespace with documents is taken
for another one, as of a volume that is not mounted, and left alone, unless --rebuild says that everything was lost.

It needs MASTER_KEY and the storage and EGRESS_* settings of the services, or runs on the fleet in DATA_DIR.
Exit codes: 0 nothing found, 1 something found (also when it was repaired) or failed, 2 misused.`;

/** Prints a finding: a line of JSON, or a sentence. */
function print(session: Session, json: boolean, finding: Finding, repairing: Repair | undefined): void {
  const done = {
    REPAIRED: ' - repaired',
    ASKED_FOR: ' - asked the fleet for it',
    GONE: ' - is being changed',
    LEFT: ' - left as it is',
  };
  session.print(
    json
      ? `${JSON.stringify({ ...finding, ...(repairing && { repairing }) })}\n`
      : `${describeFinding(finding)}${repairing ? done[repairing] : ''}\n`,
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

interface Outcome {
  readonly byKind: ReadonlyMap<string, number>;
  readonly unjudged: number;
  /** Sentences on the parts that were not checked. */
  readonly unread: readonly string[];
}

const unreadDatabase =
  'Not looked at: the space that PostgreSQL has freed and not used again, which may hold what was deleted until VACUUM FULL returns it.';

const describeUnread = (namespaces: number): string[] => [
  unreadDatabase,
  ...(namespaces > 0
    ? [
        `Not looked at: the files of the vector stores of ${counted(namespaces, 'namespace', 'namespaces')}, which do not lie on this machine: what their vendor or bucket keeps of deleted vectors, such as old versions, follows its own settings.`,
      ]
    : []),
];

/** Prints the faults around the fleet, one sentence each with the remedy; returns their number. */
async function checkSurroundings(
  session: Session,
  { check, installation }: { check: ConsistencyCheck; installation: string },
  json: boolean,
): Promise<number> {
  const around = await findSurroundingFaults(check.database, session.config, installation);
  const faults = [...session.suspectSettings, ...around];
  for (const message of faults)
    session.print(json ? `${JSON.stringify({ kind: 'SURROUNDINGS', message })}\n` : `${message}\n`);
  return faults.length;
}

/** Prints every finding and repairs it if requested; returns the number of each kind. */
async function check(
  session: Session,
  opened: { check: ConsistencyCheck; installation: string },
  options: DoctorOptions & { readonly json: boolean },
): Promise<Outcome> {
  const byKind = new Map<string, number>();
  const faults = await checkSurroundings(session, opened, options.json);
  if (faults > 0) byKind.set('SURROUNDINGS', faults);
  const unread = new Set<string>();
  const checking = { ...opened.check, onUnread: (namespaceId: string) => void unread.add(namespaceId) };
  for await (const finding of checkAll(checking, options)) {
    const repairing = options.repair && (await repair(opened.check, finding));
    print(session, options.json, finding, repairing);
    byKind.set(finding.kind, (byKind.get(finding.kind) ?? 0) + 1);
  }
  const unjudged = await countUnjudged(opened.check, options);
  return { byKind, unjudged, unread: describeUnread(unread.size) };
}

/** Prints the summary; returns the number of findings. */
function summarize(session: Session, json: boolean, { byKind, unjudged, unread }: Outcome): number {
  const findings = [...byKind.values()].reduce((sum, count) => sum + count, 0);
  if (json) {
    session.print(`${JSON.stringify({ findings, byKind: Object.fromEntries(byKind), unjudged, unread })}\n`);
    return findings;
  }
  session.print(findings === 0 ? 'Nothing was found.\n' : `${counted(findings, 'finding', 'findings')}.\n`);
  if (unjudged > 0)
    session.print(
      `${counted(unjudged, 'document is', 'documents are')} under way or changed just now: not judged, run it again later.\n`,
    );
  for (const sentence of unread) session.print(`${sentence}\n`);
  return findings;
}

/** `doctor`: compares database, vectors and files, and repairs differences. */
export function addDoctorCommand(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('compare database, vectors and files, and repair differences')
    .option('--namespace <name>', 'one namespace alone')
    .option('--organization <id>', 'whose namespaces; default: all')
    .option('--repair', 'repair the findings')
    .option('--rebuild', 'with --repair: also fill stores that hold nothing, by embedding everything again')
    .option('--quiet-seconds <number>', 'what changed so recently is not judged', readSeconds, 60)
    .option('--settle-seconds <number>', 'look a second time after so long', readSeconds, 5)
    .option('--json', 'print a line of JSON for each finding, as a pipe gets anyway')
    .addHelpText('after', explanation)
    .action(async (options: DoctorOptions) => {
      const json = options.json ?? !session.isTerminal;
      const outcome = await session.withDatabase(async (database) => {
        const opened = await openConsistencyCheck(database, session.config, options);
        try {
          return await check(session, opened, { ...options, json });
        } finally {
          await opened.close();
        }
      });
      if (summarize(session, json, outcome) > 0) throw new FoundSomething();
    });
}

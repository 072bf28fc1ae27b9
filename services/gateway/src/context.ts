import {
  type Acceptance,
  type AcceptedDocument,
  acceptDocument,
  authenticate,
  createDocuments,
  gatherDocuments,
  type IncomingDocument,
  type KeywordStatistics,
  type NamespaceConfigs,
  type Principal,
  readKeywordStatistics,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import { findOwnNamespace } from './find-own-namespace.ts';
import { rememberCallers } from './remember-callers.ts';
import { rememberNamespaces, type UseNamespace } from './remember-namespaces.ts';
import { rememberStatistics } from './search/remember-statistics.ts';

interface Limits {
  /** Bytes of UTF-8 of an ingested text. */
  readonly textBytes: number;
  /** Bytes of an uploaded file. */
  readonly fileBytes: number;
  /** Bytes of any other JSON body. */
  readonly jsonBytes: number;
}

/** What the operator decides. */
export interface GatewaySettings {
  readonly limits: Limits;
  /** A folder for uploads under way. */
  readonly spoolDirectory: string;
  /** Where callers reach the gateway, if not where their request says: `https://api.example.com`. */
  readonly publicUrl?: string | undefined;
  /** What a namespace gets that is created without any of the three configurations. */
  readonly defaultConfigs?: NamespaceConfigs | undefined;
}

/** Everything that the routes work with. */
export interface GatewayContext extends Resources, GatewaySettings {
  /** Whom a presented key belongs to; undefined when it is not valid. */
  authenticate(presentedKey: string): Promise<Principal | undefined>;
  /** Accepts a document where its namespace's window has room, together with those that come at the same moment. */
  acceptDocument(incoming: IncomingDocument, storeFile?: Acceptance['storeFile']): Promise<AcceptedDocument>;
  /** For uses that check themselves that the namespace is still there. */
  readonly useNamespace: UseNamespace;
  /** Signs links and cursors. */
  readonly linkKey: Uint8Array;
  /** How rare terms are in a namespace. */
  keywordStatistics(namespaceId: string): Promise<KeywordStatistics>;
  /** What must answer for the gateway to do its work; each rejects while it does not. */
  readonly readiness: Readonly<Record<string, () => Promise<unknown>>>;
}

/** What the routes work with, of what the process has opened. */
export function createGatewayContext(resources: Resources, settings: GatewaySettings): GatewayContext {
  const { cache, database, intake, vault } = resources;
  const create = gatherDocuments((entries) => createDocuments(database, entries));
  return {
    ...resources,
    ...settings,
    authenticate: rememberCallers((presentedKey) => authenticate(database, presentedKey)),
    async acceptDocument(incoming, storeFile) {
      const admission = await intake.admit(incoming.namespaceId);
      return acceptDocument(database, incoming, { admission, create, ...(storeFile && { storeFile }) });
    },
    keywordStatistics: rememberStatistics((namespaceId) => readKeywordStatistics(database, namespaceId)),
    useNamespace: rememberNamespaces((organizationId, name) =>
      findOwnNamespace(resources, organizationId, name),
    ),
    linkKey: vault.deriveKey('links'),
    readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => cache.ping() },
  };
}

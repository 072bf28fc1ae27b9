import type { ApiContext } from '@docfleet/api/context';
import type { Limits } from '@docfleet/api/route';
import type { ConnectorEndpoints, OAuthOverrides, PickerOverrides } from '@docfleet/connectors';
import type { Principal } from '@docfleet/domain/api-key';
import type { Acceptance, AcceptedDocument, IncomingDocument } from '@docfleet/domain/ingest';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import type { RequestDatabases, Resources } from '@docfleet/pipeline/resources';
import type { PriceTable } from '@docfleet/pipeline/spending';
import type { RateLimiter } from '@docfleet/redis/rate-limit';
import type { Turns } from '@docfleet/runtime/fairness';
import type { LRUCache } from 'lru-cache';
import type { UseNamespace } from '../namespaces/remember-namespaces.ts';
import type { EventStreams } from './event-streams.ts';
import type { SlowRefusals } from './slow-refusals.ts';
import type { SpoolQuotas } from './spool.ts';

/** What the operator decides. */
export interface GatewaySettings {
  readonly limits: Limits;
  /** A folder for uploads under way. */
  readonly spoolDirectory: string;
  /** How long a caller waits for the conversion of a file. */
  readonly conversionTimeoutMs: number;
  /** How long a session of the console lasts without a request of its pages. */
  readonly consoleIdleMs: number;
  /** Where callers reach the gateway, if not where their request says: `https://api.example.com`. */
  readonly publicUrl?: string | undefined;
  /** Where vendors reach the gateway to report changes; undefined: they are not asked to. */
  readonly notificationUrl?: string | undefined;
  /** Requests a minute of a key without a limit of its own, and of an address without a key; 0: no limit. */
  readonly rateLimitPerMinute: number;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** What a namespace gets that is created without any of the three configurations. */
  readonly defaultConfigs?: NamespaceConfigs | undefined;
  /** The webScraperConfig of a namespace that is created without one. */
  readonly defaultScraper?: NamespaceConfigs['webScraperConfig'];
  /** Hosts that users may be sent back to after a vendor's consent: `app.example.com`, `*.example.com`; none: any. */
  readonly connectionRedirectHosts: readonly string[];
  /** Prices for estimates; without it estimates have no cost. */
  readonly priceTable?: PriceTable | undefined;
  /** Origins of pages that may speak to /mcp beside the gateway's own. */
  readonly mcpAllowedOrigins: readonly string[];
  /** Opens the operator's pages; there are none without it. */
  readonly operatorToken?: string | undefined;
  /** Where the console's built pages are, if not where they are built. */
  readonly consoleFolder?: string;
  /** Where the built documentation lies; unset: where its build puts it. */
  readonly guidesFolder?: string;
  /** What the operator says of vendors otherwise. */
  readonly oauthOverrides: OAuthOverrides;
  /** Where connectors' vendors are otherwise. */
  readonly connectorEndpoints: ConnectorEndpoints;
  /** Where vendors' file pickers are otherwise. */
  readonly pickerOverrides: PickerOverrides;
}

/** Everything that the routes work with. */
export interface GatewayContext extends Resources, RequestDatabases, GatewaySettings, ApiContext {
  /** Whom a presented key belongs to; undefined when it is not valid. */
  authenticate(presentedKey: string): Promise<Principal | undefined>;
  /** Whether a key was valid when it was looked up last. */
  wasValid(presentedKey: string): boolean;
  /** Networks that have used up the limit of requests without a valid key, until they may continue. */
  readonly refusedNetworks: LRUCache<string, true>;
  readonly slowRefusals: SlowRefusals;
  /** Whether a session of the console was not ended; true to about three seconds. */
  isSessionOpen(sessionId: string): Promise<boolean>;
  /** Makes a session that was ended be looked up again. */
  forgetSession(sessionId: string): void;
  /** Turns for what is expensive, by organization. */
  readonly expensiveTurns: Turns;
  /** What uploads of each key take of the spool. */
  readonly spoolQuotas: SpoolQuotas;
  /** Makes a key that has changed be looked up again. */
  forgetCaller(apiKeyId: string): void;
  readonly rateLimiter: RateLimiter;
  /** Signs what requests with an `Idempotency-Key` ask for. */
  readonly fingerprintKey: Uint8Array;
  /** Accepts a document where its namespace's window has room, together with those that come at the same moment. */
  acceptDocument(incoming: IncomingDocument, storeFile?: Acceptance['storeFile']): Promise<AcceptedDocument>;
  /** For uses that check themselves that the namespace is still there. */
  readonly useNamespace: UseNamespace;
  readonly eventStreams: EventStreams;
}

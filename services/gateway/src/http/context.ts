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
import type { SlowRefusals } from './slow-clients.ts';
import type { SpoolQuotas } from './spool.ts';

/** Settings of the operator that the routes use. */
export interface GatewaySettings {
  readonly limits: Limits;
  /** Folder for uploads in progress. */
  readonly spoolDirectory: string;
  readonly conversionTimeoutMs: number;
  /** Milliseconds after which a session of the console ends when none of its pages sends a request. */
  readonly consoleIdleMs: number;
  /** Origin of the gateway, such as `https://api.example.com`; undefined: taken from each request. */
  readonly publicUrl?: string | undefined;
  /** Origin that vendors send notifications of changes to; undefined: no vendor is subscribed to. */
  readonly notificationUrl?: string | undefined;
  /** Maximum requests a minute of a key without a limit of its own, and of a network without a valid key; 0: no limit. */
  readonly rateLimitPerMinute: number;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Model and stores of a namespace that is created without any of the three; undefined: each namespace has to name its own. */
  readonly defaultConfigs?: NamespaceConfigs | undefined;
  /** `webScraperConfig` of a namespace that is created without one. */
  readonly defaultScraper?: NamespaceConfigs['webScraperConfig'];
  /** Hosts that users may be redirected to after a consent, such as `app.example.com` or `*.example.com`; empty: any host. */
  readonly connectionRedirectHosts: readonly string[];
  /** Prices that estimates are calculated with; undefined: estimates have no cost. */
  readonly priceTable?: PriceTable | undefined;
  /** Origins of pages that may call /mcp, besides the gateway's own. */
  readonly mcpAllowedOrigins: readonly string[];
  /** Whether a second request judges the sentences of answers. */
  readonly answerJudge?: 'NONE' | 'CHAT_MODEL';
  /** Token that opens the operator's pages; undefined: there are no such pages. */
  readonly operatorToken?: string | undefined;
  /** Folder of the built console; undefined: the one that `npm run console-build` writes. */
  readonly consoleFolder?: string;
  /** Folder of the built documentation; undefined: the one that `npm run docs-build` writes. */
  readonly guidesFolder?: string;
  /** OAuth endpoints and settings of vendors that replace the built-in ones. */
  readonly oauthOverrides: OAuthOverrides;
  /** API addresses of connectors' vendors that replace the built-in ones. */
  readonly connectorEndpoints: ConnectorEndpoints;
  /** Addresses of vendors' file pickers that replace the built-in ones. */
  readonly pickerOverrides: PickerOverrides;
}

/** Dependencies and settings of the routes. */
export interface GatewayContext extends Resources, RequestDatabases, GatewaySettings, ApiContext {
  /** Names of the extensions whose routes are served. */
  readonly extensions: readonly string[];
  /** Returns the caller that a key belongs to; undefined when it is not valid. */
  authenticate(presentedKey: string): Promise<Principal | undefined>;
  /** Whether a key was valid at its last lookup. */
  wasValid(presentedKey: string): boolean;
  /** Networks that have used up their limit of requests without a valid key, until their window ends. */
  readonly refusedNetworks: LRUCache<string, true>;
  readonly slowRefusals: SlowRefusals;
  /** Whether a session of the console is open. An answer may be three seconds old. */
  isSessionOpen(sessionId: string): Promise<boolean>;
  /** Removes a session from the cache, so that its next request looks it up again. */
  forgetSession(sessionId: string): void;
  /** Scheduler that runs expensive work of organizations in turn. */
  readonly expensiveTurns: Turns;
  /** Bytes and number of the uploads in progress of each key. */
  readonly spoolQuotas: SpoolQuotas;
  /** Removes a changed key from the cache, so that its next request looks it up again. */
  forgetCaller(apiKeyId: string): void;
  readonly rateLimiter: RateLimiter;
  /** Key of the HMAC that fingerprints requests with an `Idempotency-Key`. */
  readonly fingerprintKey: Uint8Array;
  /** Accepts a document within the limits of its namespace, in a batch with those of concurrent requests. */
  acceptDocument(incoming: IncomingDocument, storeFile?: Acceptance['storeFile']): Promise<AcceptedDocument>;
  /** Cached lookup of a namespace by its name, for operations that verify themselves that it still exists. */
  readonly useNamespace: UseNamespace;
  readonly eventStreams: EventStreams;
}

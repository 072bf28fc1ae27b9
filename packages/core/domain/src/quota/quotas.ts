import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { LRUCache } from 'lru-cache';
import {
  type Amount,
  amounts,
  mergeLimits,
  type QuotaLevel,
  type QuotaLimits,
  quotaLevels,
  readOwnQuotas,
  readStored,
  type Stored,
  type StoredPlace,
} from './quota-limits.ts';

/** The place of a document. */
interface DocumentPlace {
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
}

/** Amounts reserved for work in progress, until they are counted as stored. */
export interface Reservation {
  /** Adds to the reservation; rejects with QUOTA_EXCEEDED, and adds nothing, when a quota would be exceeded. */
  add(more: Partial<Stored>): Promise<void>;
  /** Ends the reservation, because the stored amounts are in the database now. */
  end(): void;
}

/** Limits what organizations, namespaces and tenants store. */
export interface Quotas {
  /**
   * Opens a reservation for work on a document. Processes do not see each other's reservations: together they may exceed a quota by
   * the amount in progress.
   */
  reserve(place: DocumentPlace): Reservation;
  /** Rejects with QUOTA_EXCEEDED when a quota would be exceeded by this. */
  require(place: DocumentPlace, more: Partial<Stored>): Promise<void>;
  /** Returns the limits that hold for an organization. */
  limitsOf(organizationId: string): Promise<QuotaLimits>;
}

const nothing: QuotaLimits = { organization: {}, namespace: {}, tenant: {} };
const rememberedForMs = 2_000;
const maxRemembered = 10_000;

const unitOf: Readonly<Record<Amount, string>> = {
  documents: 'documents',
  bytes: 'bytes of files and texts',
  chunks: 'chunks',
  pages: 'pages read by OCR',
};

interface Exceeded {
  readonly level: QuotaLevel;
  readonly amount: Amount;
  readonly limit: number;
  readonly used: number;
  readonly more: number;
}

const exceeded = ({ level, amount, limit, used, more }: Exceeded) =>
  new AppError(
    'QUOTA_EXCEEDED',
    `The ${level} may store ${limit} ${unitOf[amount]}: ${used} are stored, and ${more} would be added. Delete documents, or have the operator raise the quota`,
    { details: { quota: `${level}.${amount}`, limit, used } },
  );

/** The part of a place that a level is about; undefined where the place has no tenant. */
function scopeOf(
  level: QuotaLevel,
  { organizationId, namespaceId, tenantId }: DocumentPlace,
): StoredPlace | undefined {
  if (level === 'organization') return { organizationId };
  if (level === 'namespace') return { organizationId, namespaceId };
  return tenantId === null ? undefined : { organizationId, tenantId };
}

/** Remembers a value for a moment, and no failure to read it. */
function rememberBriefly<Value>() {
  const cache = new LRUCache<string, Promise<Value>>({ max: maxRemembered, ttl: rememberedForMs });
  return {
    read(key: string, read: () => Promise<Value>): Promise<Value> {
      const known = cache.get(key);
      if (known) return known;
      const value = read();
      cache.set(key, value);
      value.catch(() => cache.delete(key));
      return value;
    },
    forget: (key: string) => void cache.delete(key),
  };
}

/** Counts what work under way adds to each scope. */
function createReserved() {
  const counts = new Map<string, number>();
  const keyOf = (scope: string, amount: Amount) => `${amount} ${scope}`;
  return {
    of: (scope: string, amount: Amount) => counts.get(keyOf(scope, amount)) ?? 0,
    change(scope: string, amount: Amount, by: number): void {
      const key = keyOf(scope, amount);
      const left = (counts.get(key) ?? 0) + by;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    },
  };
}

/** Opens the quotas of a process; `defaults` are the limits of organizations without their own. */
export function createQuotas(database: Database, defaults: QuotaLimits = nothing): Quotas {
  const ownLimits = rememberBriefly<QuotaLimits>();
  const stored = rememberBriefly<Stored>();
  const reserved = createReserved();

  const limitsOf = (organizationId: string) =>
    ownLimits.read(organizationId, async () => {
      const own = await readOwnQuotas(database, organizationId);
      return own ? mergeLimits(defaults, own) : defaults;
    });

  /** Returns the scopes that are limited; rejects where one would be exceeded. */
  async function check(place: DocumentPlace, more: Partial<Stored>): Promise<string[]> {
    const limits = await limitsOf(place.organizationId);
    const scopes: string[] = [];
    for (const level of quotaLevels) {
      const limited = amounts.filter((amount) => limits[level][amount] !== undefined);
      const stands = scopeOf(level, place);
      if (!stands || limited.length === 0) continue;
      const scope = JSON.stringify(stands);
      scopes.push(scope);
      const now = await stored.read(scope, () => readStored(database, stands));
      for (const amount of limited) {
        const { [amount]: limit = 0 } = limits[level];
        const { [amount]: added = 0 } = more;
        const used = now[amount] + reserved.of(scope, amount);
        if (used + added > limit && added >= 0) throw exceeded({ level, amount, limit, used, more: added });
      }
    }
    return scopes;
  }

  function reserve(place: DocumentPlace): Reservation {
    const held: { readonly scope: string; readonly more: Partial<Stored> }[] = [];
    const count = ({ scope, more }: (typeof held)[number], sign: 1 | -1) => {
      for (const amount of amounts) reserved.change(scope, amount, sign * (more[amount] ?? 0));
    };
    return {
      async add(more) {
        for (const scope of await check(place, more)) {
          held.push({ scope, more });
          count({ scope, more }, 1);
        }
      },
      end() {
        for (const part of held.splice(0)) {
          count(part, -1);
          stored.forget(part.scope);
        }
      },
    };
  }

  return { reserve, limitsOf, require: async (place, more) => void (await check(place, more)) };
}

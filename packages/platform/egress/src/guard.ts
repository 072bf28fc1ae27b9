import dns, { type LookupAddress } from 'node:dns';
import net, { type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AddressPolicy, refusalOf } from './address-policy.ts';
import type { Target } from './target.ts';

/** Looks up all addresses of a name, as dns.promises.lookup does. */
export type Resolve = (hostname: string, options: dns.LookupOptions) => Promise<LookupAddress[]>;

/** Judges connections: where one is about to lead, and where it has led. */
export interface Guard {
  /** Throws ADDRESS_FORBIDDEN for a literal address that may not be connected to. Names are judged by `lookupFor`. */
  judgeLiteral(target: Target): void;
  /** Like dns.lookup; fails when any of the name's addresses is forbidden: a mixed answer is an attack. */
  lookupFor(port: number): LookupFunction;
  /** ADDRESS_FORBIDDEN when a connection was made to a forbidden address, however its name was resolved. */
  misled(socket: net.Socket, target: Target): Error | undefined;
  /**
   * Rejects with ADDRESS_FORBIDDEN when the target is forbidden as names resolve now. A name that cannot be looked up passes, unless it is
   * one of a private network.
   */
  judgeNow(target: Target): Promise<void>;
  /** Tests whether connections to the target lately led into one of the operator's ranges. */
  isOperators(target: Target): boolean;
}

/** Matches names that only private networks have (RFC 6761, 6762 and 8375; `internal` is reserved by ICANN), and those without a dot. */
const privateName = /(?:^|\.)(?:internal|local|localhost|home\.arpa)\.?$|^[^.:]+$/i;

/** A name server's timeout where an address is only checked in advance. */
const checkTimeoutMs = 3_000;
const maxRemembered = 1_000;

const resolveNames: Resolve = (hostname, options) => dns.promises.lookup(hostname, { ...options, all: true });

/** Applies the policy, and remembers the last hosts that are the operator's own. */
function createJudge(policy: AddressPolicy) {
  const operatorHosts = new Set<string>();
  const keyOf = ({ host, port }: Target) => `${host} ${port}`;
  return {
    refusal: (target: Target, address: string) =>
      refusalOf(policy.judge(address, target.port), target.host, target.port),
    requireAll(target: Target, addresses: readonly string[]): void {
      const verdicts = addresses.map((address) => policy.judge(address, target.port));
      for (const verdict of verdicts) {
        const error = refusalOf(verdict, target.host, target.port);
        if (error) throw error;
      }
      if (!verdicts.includes('operator')) return;
      if (operatorHosts.size >= maxRemembered) operatorHosts.clear();
      operatorHosts.add(keyOf(target));
    },
    isOperators: (target: Target) => operatorHosts.has(keyOf(target)),
  };
}

const addressesOf = (found: readonly LookupAddress[]) => found.map(({ address }) => address);

/** Creates the guard of a policy. Resolves a name once for each connection, and connects to the address that was judged. */
export function createGuard(policy: AddressPolicy, resolve: Resolve = resolveNames): Guard {
  const { refusal, requireAll, isOperators } = createJudge(policy);

  async function lookupJudged(hostname: string, port: number, options: dns.LookupOptions) {
    const found = await resolve(hostname, options);
    if (found.length === 0) throw new Error(`${hostname} has no address`);
    requireAll({ host: hostname, port }, addressesOf(found));
    return found;
  }

  return {
    judgeLiteral(target) {
      if (net.isIP(target.host)) requireAll(target, [target.host]);
    },
    lookupFor: (port) => (hostname, options, callback) => {
      lookupJudged(hostname, port, options).then(
        (found) => {
          const [first] = found as [LookupAddress, ...LookupAddress[]];
          if (options.all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
    misled: ({ remoteAddress }, target) => (remoteAddress ? refusal(target, remoteAddress) : undefined),
    async judgeNow(target) {
      const timeout = sleep(checkTimeoutMs, [], { ref: false });
      const found = await Promise.race([resolve(target.host, { all: true }).catch(() => []), timeout]);
      requireAll(target, addressesOf(found));
      const refused = found.length === 0 && privateName.test(target.host);
      if (refused) throw refusalOf('private', target.host, target.port);
    },
    isOperators,
  };
}

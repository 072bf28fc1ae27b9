import { AppError } from '@docfleet/errors';
import ipaddr from 'ipaddr.js';

/** `operator`: one of the operator's ranges names the address. What is `private` or at an `odd-port` is forbidden. */
export type AddressVerdict = 'public' | 'operator' | 'private' | 'odd-port';

export interface AddressPolicy {
  /** Judges a literal address and the port that is to be connected to. */
  judge(address: string, port: number): AddressVerdict;
}

export interface AddressPolicySettings {
  /** Ranges in CIDR notation that are permitted though they are private. */
  readonly allowCidrs: readonly string[];
  /** Ports and ranges of ports of public addresses: `443`, `8000-8100`. None given: 80, 443 and 1024 to 65535. */
  readonly ports?: readonly string[];
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;
type Address = ReturnType<typeof ipaddr.process>;

/** The web's own ports, and those that no system service listens at. */
const defaultPorts = ['80', '443', '1024-65535'];

/** Nothing else is allocated to hosts of the Internet: https://www.iana.org/assignments/ipv6-address-space */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** Addresses in public ranges that are forbidden too: Azure's wire server, and IETF assignments that the library does not know. */
const specialRanges = ['168.63.129.16/32', '2001::/23', '2620:4f:8000::/48'].map((range) =>
  ipaddr.parseCIDR(range),
);

const isWithin = (address: Address, [range, bits]: Range) =>
  range.kind() === address.kind() && address.match(range, bits);

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !isWithin(address, globalUnicast)) return false;
  return !specialRanges.some((range) => isWithin(address, range));
}

function parseRange(cidr: string): Range {
  if (!ipaddr.isValidCIDR(cidr))
    throw new Error(`EGRESS_ALLOW_CIDRS: "${cidr}" is not a range like 10.0.0.0/8`);
  return ipaddr.parseCIDR(cidr);
}

function parsePorts(text: string): readonly [number, number] {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const range = [Number(first), Number(last)] as const;
  if (range[0] >= 1 && range[1] >= range[0] && range[1] <= 65_535) return range;
  throw new Error(`EGRESS_PORTS: "${text}" is neither a port nor a range like 1024-65535`);
}

/** Permits public unicast addresses at the ports given, and any port of addresses in the operator's ranges. */
export function createAddressPolicy({ allowCidrs, ports = [] }: AddressPolicySettings): AddressPolicy {
  const allowed = allowCidrs.map(parseRange);
  const portRanges = (ports.length > 0 ? ports : defaultPorts).map(parsePorts);
  return {
    judge(literal, port) {
      if (!ipaddr.isValid(literal)) return 'private';
      const address = ipaddr.process(literal);
      if (allowed.some((range) => isWithin(address, range))) return 'operator';
      if (!isPublic(address)) return 'private';
      return portRanges.some(([first, last]) => port >= first && port <= last) ? 'public' : 'odd-port';
    },
  };
}

/** Returns the range of an address; an example of one for a host name, because its addresses are not disclosed. */
function exampleRange(host: string): string {
  // A name of the machine itself has the addresses that everyone knows: https://www.rfc-editor.org/rfc/rfc6761#section-6.3
  if (/(?:^|\.)localhost\.?$/i.test(host)) return '127.0.0.0/8,::1/128';
  const literal = host.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(literal)) return '10.0.0.0/8, or whatever holds it';
  return `${literal}/${ipaddr.parse(literal).kind() === 'ipv4' ? 32 : 128}`;
}

/**
 * Returns the error for a forbidden address, undefined for an allowed one. It names the host and the setting, never the resolved address.
 */
export function refusalOf(verdict: AddressVerdict, host: string, port: number): AppError | undefined {
  if (verdict === 'private')
    return new AppError(
      'ADDRESS_FORBIDDEN',
      `The address of ${host} is private. The operator can allow it with EGRESS_ALLOW_CIDRS=${exampleRange(host)}.`,
      { details: { setting: 'EGRESS_ALLOW_CIDRS' } },
    );
  if (verdict === 'odd-port')
    return new AppError(
      'ADDRESS_FORBIDDEN',
      `Port ${port} of ${host} is not one of the web's. The operator can allow it with EGRESS_PORTS.`,
      { details: { setting: 'EGRESS_PORTS' } },
    );
  return undefined;
}

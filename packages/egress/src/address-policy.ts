import { AppError } from '@docfleet/errors';
import ipaddr from 'ipaddr.js';

export interface AddressPolicy {
  /** Whether the fleet may open a connection to this literal address. */
  permits(address: string): boolean;
}

/** Permits public unicast addresses, and whatever lies in one of the operator's ranges (CIDR notation). */
export function createAddressPolicy(allowCidrs: readonly string[]): AddressPolicy {
  const ranges = allowCidrs.map((cidr) => {
    if (!ipaddr.isValidCIDR(cidr))
      throw new Error(`EGRESS_ALLOW_CIDRS: "${cidr}" is not a range like 10.0.0.0/8`);
    return ipaddr.parseCIDR(cidr);
  });
  return {
    permits(literal) {
      if (!ipaddr.isValid(literal)) return false;
      const address = ipaddr.process(literal);
      const allowed = ranges.some(
        ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
      );
      return allowed || address.range() === 'unicast';
    },
  };
}

/** What a forbidden address is answered with: it names the host and the setting, never what lies behind. */
export function addressForbidden(host: string): AppError {
  return new AppError(
    'ADDRESS_FORBIDDEN',
    `The address of ${host} is private. The operator can allow it with EGRESS_ALLOW_CIDRS.`,
    {
      details: { setting: 'EGRESS_ALLOW_CIDRS' },
    },
  );
}

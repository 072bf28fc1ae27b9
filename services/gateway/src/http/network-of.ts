import { isIPv6 } from 'node:net';

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A subscriber has a whole /64 of IPv6 addresses: https://www.rfc-editor.org/rfc/rfc6177 */
const subscriberGroups = 4;
const allGroups = 8;

/** Whom an address belongs to: itself in IPv4, its /64 in IPv6. */
export function networkOf(address: string): string {
  const [, v4] = mappedV4.exec(address) ?? [];
  if (v4) return v4;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = allGroups - groups(head).length - groups(tail).length;
  const zeros = tail === undefined ? [] : Array.from({ length: missing }, () => '0');
  const network = [...groups(head), ...zeros, ...groups(tail)].slice(0, subscriberGroups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

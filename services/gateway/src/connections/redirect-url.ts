import type { Connection } from '@docfleet/domain/connection';
import { hasCredentials } from '@docfleet/egress';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';

const maxUrlLength = 2_048;
/** Hosts for which `http:` is allowed: applications under development run there, and their traffic stays on the machine. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

export const clientRedirectUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .max(maxUrlLength)
  .refine((text) => !hasCredentials(text), { error: 'must not contain a user name or password' })
  .describe(
    'Where the user is sent after authorizing, with connectionId and status appended; unset: a page of ours says what happened',
  )
  .meta({ examples: ['https://app.example.com/connected'] });

const isHostOf =
  ({ host, hostname }: URL) =>
  (allowed: string) =>
    allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : allowed === host || allowed === hostname;

/** Returns the reason why users may not be redirected to an address; undefined when they may. */
function problemOf(text: string, hosts: readonly string[]): string | undefined {
  const url = new URL(text);
  if (url.protocol === 'http:' && !ownMachine.includes(url.hostname))
    return 'must begin with https://, unless it is on localhost';
  if (hosts.length > 0 && !hosts.some(isHostOf(url)))
    return `must be on one of the hosts that the operator allows: ${hosts.join(', ')}`;
  return undefined;
}

/** Checks an address for redirects; throws INVALID_REQUEST when users may not be sent to it. */
export function checkRedirectUrl(
  text: string | null | undefined,
  { connectionRedirectHosts }: Pick<GatewayContext, 'connectionRedirectHosts'>,
): void {
  const problem = text ? problemOf(text, connectionRedirectHosts) : undefined;
  if (problem) throw invalidField('INVALID_REQUEST', 'clientRedirectUrl', problem);
}

/**
 * Returns the address that a user is redirected to, with `connectionId` and `status`; undefined without one, or when the operator no longer
 * allows its host.
 */
export function redirectTarget(
  { id, status, clientRedirectUrl: text }: Connection,
  { connectionRedirectHosts }: Pick<GatewayContext, 'connectionRedirectHosts'>,
): string | undefined {
  if (text === null || problemOf(text, connectionRedirectHosts)) return undefined;
  const url = new URL(text);
  url.searchParams.set('connectionId', id);
  url.searchParams.set('status', status);
  return url.href;
}

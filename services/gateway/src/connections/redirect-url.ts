import type { Connection } from '@docfleet/domain/connection';
import { hasCredentials } from '@docfleet/egress';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';

const maxUrlLength = 2_048;
/** Where an application runs while it is being made: a browser does not send this in the clear over a network. */
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

/** What keeps users from being sent to this address; undefined when nothing does. */
function problemOf(text: string, hosts: readonly string[]): string | undefined {
  const url = new URL(text);
  if (url.protocol === 'http:' && !ownMachine.includes(url.hostname))
    return 'must begin with https://, unless it is on localhost';
  if (hosts.length > 0 && !hosts.some(isHostOf(url)))
    return `must be on one of the hosts that the operator allows: ${hosts.join(', ')}`;
  return undefined;
}

/** Throws INVALID_REQUEST for an address that users may not be sent to. */
export function checkRedirectUrl(
  text: string | null | undefined,
  { connectionRedirectHosts }: Pick<GatewayContext, 'connectionRedirectHosts'>,
): void {
  const problem = text ? problemOf(text, connectionRedirectHosts) : undefined;
  if (problem) throw invalidField('INVALID_REQUEST', 'clientRedirectUrl', problem);
}

/** Where a user continues; undefined without an address, or when the operator has closed the host since. */
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

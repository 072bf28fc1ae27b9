import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { type ApiClient, createApiClient } from '@docfleet/testing';
import { startTestFleet, type TestFleet } from '../test-fleet.ts';

/** A customer of the fleet, with a key of all scopes. */
export interface Customer {
  readonly api: ApiClient;
  readonly apiKey: string;
  readonly organizationId: string;
}

/** A fleet with two customers who know nothing of each other. */
export interface AttackedFleet {
  readonly fleet: TestFleet;
  readonly attacker: Customer;
  readonly neighbor: Customer;
}

async function createCustomer(
  { database, url }: TestFleet,
  name: string,
  limit: { readonly rateLimitPerMinute?: number } = {},
): Promise<Customer> {
  const organizationId = await createOrganization(database, name);
  const apiKey = await createApiKey(database, { organizationId, name, scopes: ['admin'], ...limit });
  return { organizationId, apiKey, api: createApiClient({ url, apiKey }) };
}

export async function startAttackedFleet(
  environment: Readonly<Record<string, string>> = {},
): Promise<AttackedFleet> {
  const fleet = await startTestFleet({ EGRESS_ALLOW_CIDRS: '127.0.0.1/32', ...environment });
  const [attacker, neighbor] = await Promise.all([
    createCustomer(fleet, 'attacker'),
    // It measures its own requests, one after the other: more a minute than a key usually may.
    createCustomer(fleet, 'neighbor', { rateLimitPerMinute: 100_000 }),
  ]);
  return { fleet, attacker, neighbor };
}

/** Milliseconds of a request, and its status. */
/** Far above what a busy machine needs, and far below the 17 to 63 s that these requests took before they were bounded. */
export const tooLongMs = 10_000;

export async function timed(request: Promise<{ status: number }>): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  const { status } = await request;
  return { ms: performance.now() - startedAt, status };
}

/** Creates a key of a customer's organization. */
export async function createKey({ api }: Customer, body: object): Promise<string> {
  const { body: created } = await api.request<{ key: string }>('POST', '/v1/api-keys', {
    name: 'made',
    ...body,
  });
  return created.data.key;
}

/** Sends a request as it is, without a client that corrects it. */
export const sendRaw = (
  { fleet }: AttackedFleet,
  path: string,
  { apiKey }: Pick<Customer, 'apiKey'>,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${fleet.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers },
  });

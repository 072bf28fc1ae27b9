import type { Webhook } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Loads the webhooks of the organization, or of the tenant. */
export const webhooksQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['webhooks', tenantId],
    queryFn: async ({ signal }) => (await api.webhooks.list({}, { signal })).webhooks,
  });

/** Loads one webhook. */
export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhookId],
    queryFn: async ({ signal }) => (await api.webhooks.get({ webhookId }, { signal })).webhook,
  });

/**
 * Returns the state of a webhook: ACTIVE while its receiver accepts deliveries, FAILING while it does not, DISABLED when nothing is sent.
 */
export const healthOf = ({ status, failingSince }: Webhook): string =>
  status === 'ACTIVE' && failingSince !== null ? 'FAILING' : status;

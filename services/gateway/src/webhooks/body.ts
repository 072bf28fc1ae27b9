import { findOwnNamespace } from '@docfleet/api/find-own';
import { visible } from '@docfleet/api/shared-fields';
import { WebhookRetryPolicy } from '@docfleet/domain/database';
import { hasCredentials } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { selectableEvents, webhookResponse } from './present-webhook.ts';

const maxNameLength = 128;
const maxUrlLength = 2_048;
const maxNamespaces = 100;

const url = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .max(maxUrlLength)
  .refine((text) => !hasCredentials(text), {
    error: 'must not contain a user name or password',
  })
  .describe('Address to which events are sent; HTTPS is recommended');

/** Fields of a webhook, each optional here. */
export const webhookFields = {
  url,
  name: z
    .string()
    .min(1)
    .max(maxNameLength)
    .refine(...visible)
    .describe('A label of your choice; defaults to the host of its URL'),
  events: z
    .array(z.enum(selectableEvents))
    .max(selectableEvents.length)
    .describe('Events that it receives; empty, the default: all events'),
  namespaceIds: z
    .array(z.string())
    .max(maxNamespaces)
    .describe('Namespaces whose events it receives; empty, the default: all'),
  retryPolicy: z
    .enum(WebhookRetryPolicy)
    .describe('DEFAULT: one retry after 2 seconds. STANDARD: nine retries within three days'),
};

export const webhookParams = z.object({ webhookId: z.string() });
export const deliveryParams = z.object({ webhookId: z.string(), deliveryId: z.string() });
export const oneWebhook = z.object({ webhook: webhookResponse });

/** Checks the address of a webhook; refuses one in a private network now, since every delivery to it would fail. */
export async function checkUrl(text: string, { providerSettings }: GatewayContext): Promise<void> {
  try {
    await providerSettings.egress.requirePermitted(new URL(text));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidField('INVALID_REQUEST', 'url', `is refused: ${error.message}`);
  }
}

/** Checks that the caller has the selected namespaces. */
export async function checkNamespaces(
  names: readonly string[],
  context: GatewayContext,
  organizationId: string,
): Promise<void> {
  for (const name of names) await findOwnNamespace(context, organizationId, name);
}

import { AppError } from '@docfleet/errors';
import { parseJson } from '@docfleet/provider';
import { z } from 'zod';
import { isDrive } from '../folder-places.ts';
import { type ConnectorPush, forged, isSameSecret, type OpenedChannel } from '../push.ts';
import { openGraphApi } from './graph-api.ts';

/** Graph grants 42,300 minutes for drives; a little less, as its clock is not ours. */
const lifetimeMs = 42_000 * 60_000;
const maxHandshakeLength = 4_096;

const notifications = z.object({
  value: z.array(z.object({ clientState: z.string().nullish(), lifecycleEvent: z.string().nullish() })),
});

const expiry = () => new Date(Date.now() + lifetimeMs).toISOString();

const openedOf = ({ id, expirationDateTime }: { id: string; expirationDateTime: Date }): OpenedChannel => ({
  vendorId: id,
  expiresAt: expirationDateTime,
});

/** Notifications by a subscription to the root of each drive: https://learn.microsoft.com/graph/api/subscription-post-subscriptions */
export const graphPush = (name: string): ConnectorPush => ({
  handshake(method, query) {
    const token = method === 'POST' ? query.get('validationToken') : null;
    return token === null || token.length > maxHandshakeLength ? undefined : token;
  },
  receive({ body }, { channel }) {
    const sent = notifications.safeParse(parseJson(Buffer.from(body).toString())).data?.value ?? [];
    const own = sent.filter(
      ({ clientState }) => channel !== undefined && isSameSecret(clientState ?? null, channel),
    );
    if (own.length === 0) return forged;
    return own.some(({ lifecycleEvent }) => lifecycleEvent) ? { kind: 'renewal' } : { kind: 'change' };
  },
  openChannels(context) {
    const api = openGraphApi(name, context);
    return {
      resources: async ({ feeds }) => feeds.filter(isDrive),
      create: async ({ resource, address, secret }, signal) =>
        openedOf(
          await api(signal).subscribe({
            changeType: 'updated',
            notificationUrl: address,
            lifecycleNotificationUrl: address,
            resource: `/drives/${resource}/root`,
            expirationDateTime: expiry(),
            clientState: secret,
          }),
        ),
      renew: async (vendorId, signal) => openedOf(await api(signal).renewSubscription(vendorId, expiry())),
      async remove({ vendorId }, signal) {
        await api(signal)
          .unsubscribe(vendorId)
          .catch((error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND') throw error;
          });
      },
    };
  },
});

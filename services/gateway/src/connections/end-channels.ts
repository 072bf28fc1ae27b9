import { connectorPush } from '@docfleet/connectors';
import type { RevokedConnection } from '@docfleet/domain/connection';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './observe-vendor.ts';

const timeoutMs = 10_000;

/**
 * Ends the channels of a revoked connection at its vendor, as far as that succeeds within ten seconds. Those that stay are unknown here:
 * their notifications have no effect, and most end by themselves.
 */
export async function endChannels(
  context: GatewayContext,
  { connection, previous, channels }: RevokedConnection,
): Promise<void> {
  const { connector, id: connectionId } = connection;
  if (!previous || channels.length === 0) return;
  const api = connectorPush[connector]?.openChannels?.({
    fetch: context.providerSettings.egress.fetch,
    accessToken: async () => previous.tokens.accessToken,
    endpoints: context.connectorEndpoints[connector] ?? {},
    markup: { toMarkdown: () => Promise.reject(new Error('Items are read by connector-sync alone')) },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const observe = observeVendor(context, connector);
  for (const channel of channels) {
    try {
      await observe('endChannel', async () => api?.remove(channel, signal));
    } catch (error) {
      context.logger.warn({ error, connectionId }, 'a channel of a revoked connection was not ended');
      if (signal.aborted) return;
    }
  }
}

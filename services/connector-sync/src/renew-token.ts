import { AppError } from '@docfleet/errors';
import type { Handler, PayloadOf, renewToken } from '@docfleet/queues';
import type { ConnectorSyncContext } from './context.ts';

/** Renews the tokens of a connection that nothing uses; one that its vendor has ended becomes FAILED, with the reason. */
export function renewTokenHandler({
  accessTokens,
}: Pick<ConnectorSyncContext, 'accessTokens'>): Handler<PayloadOf<typeof renewToken>> {
  return {
    async handle({ connectionId }) {
      try {
        await accessTokens.of(connectionId)(true);
      } catch (cause) {
        const error = AppError.from(cause);
        // It was removed or revoked meanwhile, or its vendor has ended it: the connection itself says so.
        if (error.code !== 'CONNECTION_UNAUTHORIZED') throw error;
      }
    },
    // It is due again within the day.
    onExhausted: async () => undefined,
  };
}

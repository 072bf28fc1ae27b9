import { AppError } from '@docfleet/errors';
import { isDrive } from '../../folder-places.ts';
import { type ConnectorPush, forged, ignored, isSameSecret } from '../../push.ts';
import { openDriveApi } from './drive-api.ts';

/** The most that Google grants for a change log. */
const lifetimeMs = 7 * 86_400_000;
/** The user's own log; the others are shared drives. */
const userLog = 'user';

/**
 * Notifications by a channel for the user's change log and one for each shared drive's:
 * https://developers.google.com/workspace/drive/api/guides/push. They cannot be renewed: a new one takes the place of the previous one before
 * that expires.
 */
export const googleDrivePush: ConnectorPush = {
  receive({ headers }, { channel }) {
    if (channel === undefined || !isSameSecret(headers.get('x-goog-channel-token'), channel)) return forged;
    // The first message says that the channel is open.
    return headers.get('x-goog-resource-state') === 'sync' ? ignored : { kind: 'change' };
  },
  openChannels(context) {
    const api = openDriveApi(context);
    return {
      resources: async ({ feeds }) => [userLog, ...feeds.filter(isDrive)],
      async create({ id, resource, address, secret }, signal) {
        const { changes, channels } = api(signal);
        const drive = resource === userLog ? undefined : resource;
        const pageToken = await changes.start(drive);
        const expiration = Date.now() + lifetimeMs;
        const opened = await channels.watch({ pageToken, drive, id, address, token: secret, expiration });
        return { vendorId: opened.resourceId, expiresAt: new Date(Number(opened.expiration ?? expiration)) };
      },
      async remove({ id, vendorId }, signal) {
        await api(signal)
          .channels.stop(id, vendorId)
          .catch((error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND') throw error;
          });
      },
    };
  },
};

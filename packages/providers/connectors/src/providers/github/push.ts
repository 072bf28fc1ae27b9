import { AppError } from '@docfleet/errors';
import { type ConnectorPush, forged, ignored, isSameSecret, signatureOf } from '../../push.ts';
import { openGithubApi } from './api.ts';
import { fullName } from './items.ts';

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

/** Notifications by a webhook for each repository: https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export const githubPush: ConnectorPush = {
  receive({ headers, body }, { channel }) {
    if (channel === undefined) return forged;
    const expected = `sha256=${signatureOf(channel, [body], 'hex')}`;
    if (!isSameSecret(headers.get('x-hub-signature-256'), expected)) return forged;
    // A webhook is tried by a ping when it is created.
    return headers.get('x-github-event') === 'ping' ? ignored : { kind: 'change' };
  },
  openChannels(context) {
    const open = openGithubApi(context);
    return {
      // Without a selection: the repositories of the last sync.
      resources: async ({ selection, feeds }) => [
        ...new Set(selection?.map((one) => one.toLowerCase()) ?? feeds),
      ],
      async create({ resource, address, secret }, signal) {
        const api = open(signal);
        const repo = await api.repository(resource);
        try {
          return { vendorId: await api.createHook(repo, { address, secret }), expiresAt: null };
        } catch (cause) {
          // GitHub says of what a token may not do that it is not there.
          if (!isMissing(cause)) throw cause;
          throw new AppError(
            'ITEM_FORBIDDEN',
            `GitHub does not let this connection create webhooks of ${fullName(repo)}: grant the permission, or its changes are found by polling`,
            { cause },
          );
        }
      },
      async remove({ vendorId }, signal) {
        try {
          await open(signal).removeHook(vendorId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      },
    };
  },
};

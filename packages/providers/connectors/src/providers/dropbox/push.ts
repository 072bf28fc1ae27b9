import { parseJson } from '@docfleet/provider';
import { z } from 'zod';
import { type ConnectorPush, forged, ignored, isSameSecret, signatureOf } from '../../push.ts';

const maxChallengeLength = 1_024;
const client = z.object({ clientSecret: z.string() });
const members = z.array(z.string());
/** Accounts of users, and of a team's application the members of teams, by their `dbmid:`. */
const changed = z.object({
  list_folder: z.object({ accounts: members.default([]), teams: z.record(z.string(), members).default({}) }),
});

/** Notifications at one address for all users of an application, registered in its App Console: https://www.dropbox.com/developers/reference/webhooks */
export const dropboxPush: ConnectorPush = {
  handshake(method, query) {
    const challenge = method === 'GET' ? query.get('challenge') : null;
    return challenge === null || challenge.length > maxChallengeLength ? undefined : challenge;
  },
  receive({ headers, body }, secrets) {
    const secret = client.safeParse(secrets.client).data?.clientSecret;
    const signature = headers.get('x-dropbox-signature');
    if (secret === undefined || !isSameSecret(signature, signatureOf(secret, [body], 'hex'))) return forged;
    const list = changed.safeParse(parseJson(Buffer.from(body).toString())).data?.list_folder;
    const accounts = list ? [...list.accounts, ...Object.values(list.teams).flat()] : [];
    return accounts.length > 0 ? { kind: 'change', accounts } : ignored;
  },
};

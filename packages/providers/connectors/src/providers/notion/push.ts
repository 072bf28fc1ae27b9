import { parseJson } from '@docfleet/provider';
import { z } from 'zod';
import { type ConnectorPush, forged, ignored, isSameSecret, signatureOf } from '../../push.ts';

const verification = z.object({ verification_token: z.string().regex(/^[\w-]{16,200}$/) });
const event = z.object({ type: z.string(), workspace_id: z.string() });
/** Tests whether an event is about content that is read. Comments do not change the version of their page: a sync would find nothing. */
const isRead = (type: string) => /^(page|database|data_source)\./.test(type);

/**
 * Notifications at one address for all workspaces of an integration, registered in its settings:
 * https://developers.notion.com/reference/webhooks. Notion sends the token with which it will sign, and the integration's owner enters it there
 * to prove that it arrived.
 */
export const notionPush: ConnectorPush = {
  receive({ headers, body }, { channel }) {
    const json = parseJson(Buffer.from(body).toString());
    const signature = headers.get('x-notion-signature');
    const token = verification.safeParse(json).data?.verification_token;
    if (signature === null && token !== undefined) return { kind: 'token', token };
    if (channel === undefined) return forged;
    if (!isSameSecret(signature, `sha256=${signatureOf(channel, [body], 'hex')}`)) return forged;
    const sent = event.safeParse(json).data;
    return sent && isRead(sent.type) ? { kind: 'change', accounts: [sent.workspace_id] } : ignored;
  },
};

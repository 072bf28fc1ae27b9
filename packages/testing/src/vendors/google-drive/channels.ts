import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { fieldOf } from '../embedding-emulator.ts';
import {
  createDeliveries,
  isAcceptedAddress,
  sendNotification,
  type VendorPush,
  type Watched,
} from '../vendor-push.ts';
import { noSupport, seesDrives } from './listings.ts';
import { refuse } from './refusal.ts';
import type { DriveStore } from './store.ts';

interface Channel extends Watched {
  readonly resourceId: string;
  readonly token: string;
  readonly expiration: string;
  messages: number;
}

const maxLifetimeMs = 7 * 86_400_000;

export interface DriveChannels extends VendorPush {
  watch(request: StubRequest, isKnownToken: (token: string) => boolean): StubResponse;
  stop(request: StubRequest): StubResponse;
}

const text = (request: StubRequest, field: string) => {
  const value = fieldOf(request, field);
  return typeof value === 'string' ? value : '';
};

function refusalOf(request: StubRequest, channels: ReadonlyMap<string, Channel>): StubResponse | undefined {
  const [id, token, expiration] = [text(request, 'id'), text(request, 'token'), text(request, 'expiration')];
  if (request.method !== 'POST') return refuse(404, 'notFound', 'Not Found');
  if (!/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) return refuse(400, 'channelIdInvalid', 'Invalid channel id');
  if (channels.has(id)) return refuse(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
  if (text(request, 'type') !== 'web_hook') return refuse(400, 'channelTypeInvalid', 'Unknown channel type');
  if (!isAcceptedAddress(fieldOf(request, 'address')))
    return refuse(401, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS');
  if (token.length > 256) return refuse(400, 'channelTokenTooLong', 'Channel token is too long');
  if (!/^\d+$/.test(expiration)) return refuse(400, 'channelExpirationInvalid', 'Invalid expiration');
  return undefined;
}

function send(id: string, channel: Channel, state = 'change'): Promise<number> {
  channel.messages += 1;
  return sendNotification(channel.address, {
    headers: {
      'x-goog-channel-id': id,
      'x-goog-channel-token': channel.token,
      'x-goog-channel-expiration': new Date(Number(channel.expiration)).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-resource-uri': 'https://www.googleapis.com/drive/v3/changes?alt=json',
      'x-goog-message-number': String(channel.messages),
    },
  });
}

/** Returns the channel that a request asks for; undefined for a drive that is not shared with the account. */
function channelOf(request: StubRequest, store: DriveStore): Channel | undefined {
  const drive = request.query.get('driveId');
  const log = () => (drive === null ? store.log : store.driveLogs.get(drive));
  if (!log()) return undefined;
  const length = () => log()?.length ?? 0;
  const longest = Date.now() + maxLifetimeMs;
  return {
    address: text(request, 'address'),
    resourceId: `resource-of-${drive ?? 'user'}`,
    token: text(request, 'token'),
    expiration: String(Math.min(Number(text(request, 'expiration')), longest)),
    messages: 0,
    length,
    reported: length(),
  };
}

/** Creates `changes.watch` and `channels.stop`: https://developers.google.com/workspace/drive/api/guides/push */
export function createDriveChannels(store: DriveStore): DriveChannels {
  const channels = new Map<string, Channel>();
  return Object.assign(createDeliveries(channels, send), {
    watch(request: StubRequest, isKnownToken: (token: string) => boolean): StubResponse {
      const pageToken = request.query.get('pageToken');
      if (pageToken === null || !isKnownToken(pageToken))
        return refuse(400, 'invalid', 'Invalid Value', 'pageToken');
      const refusal = refusalOf(request, channels);
      if (refusal) return refusal;
      if (request.query.has('driveId') && !seesDrives(request)) return noSupport;
      const channel = channelOf(request, store);
      if (!channel) return refuse(404, 'notFound', 'Shared drive not found', 'driveId');
      const id = text(request, 'id');
      channels.set(id, channel);
      // The first message says that the channel is open, and nothing else.
      void send(id, channel, 'sync').catch(() => undefined);
      const { resourceId, token, expiration } = channel;
      return { body: { kind: 'api#channel', id, resourceId, resourceUri: request.path, token, expiration } };
    },
    stop(request: StubRequest): StubResponse {
      const id = text(request, 'id');
      if (channels.get(id)?.resourceId !== text(request, 'resourceId'))
        return refuse(404, 'notFound', `Channel '${id}' not found for project`);
      channels.delete(id);
      return { status: 204, body: '' };
    },
  });
}

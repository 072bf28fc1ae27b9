/** Notifications of a fake vendor, which are sent when a test says so, and as often as it says. */
export interface VendorPush {
  /** Registered addresses by the vendor's own ids. */
  readonly addresses: ReadonlyMap<string, string>;
  /**
   * Reports what has changed since the last call, `times` times; nothing when nothing has, unless `always`. Returns the statuses of the
   * responses.
   */
  deliver(options?: { readonly times?: number; readonly always?: boolean }): Promise<readonly number[]>;
}

interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Timeout of a notification in milliseconds; vendors abandon an address that does not respond in time. */
const timeoutMs = 10_000;

/** Sends one notification; returns the response's status. */
export async function sendNotification(address: string, { headers, body }: Message): Promise<number> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...headers },
    body: body ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status;
}

/** Whether an address is accepted: vendors require TLS, except here for the test's own machine, which has no certificate. */
export function isAcceptedAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

/** Watched resource: its address, and the length of its log that was reported. */
export interface Watched {
  readonly address: string;
  readonly length: () => number;
  /** Whether the vendor reports nothing at the moment. */
  readonly isPaused?: boolean;
  reported: number;
}

/** Creates the deliveries of a vendor; `send` sends one notification of one channel. */
export function createDeliveries<Channel extends Watched>(
  channels: ReadonlyMap<string, Channel>,
  send: (id: string, channel: Channel) => Promise<number>,
): VendorPush {
  return {
    get addresses() {
      return new Map([...channels].map(([id, { address }]) => [id, address]));
    },
    async deliver({ times = 1, always = false } = {}) {
      const owed = [...channels].filter(
        ([, channel]) => !channel.isPaused && (always || channel.length() > channel.reported),
      );
      for (const [, channel] of owed) channel.reported = channel.length();
      const sent = owed.flatMap(([id, channel]) => Array.from({ length: times }, () => send(id, channel)));
      return Promise.all(sent);
    },
  };
}

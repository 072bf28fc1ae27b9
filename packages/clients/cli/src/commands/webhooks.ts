import type { Webhook, WebhookDelivery } from '@docfleet/sdk';
import { readAddress, readInteger, readTexts } from '../arguments.ts';
import { defineCommand, defineGroup, defineList, type OptionEntry } from '../define-command.ts';
import type { Columns } from '../terminal/printer.ts';
import { age, visibleLine } from '../terminal/table.ts';
import { listenToWebhooks } from '../webhooks/listen.ts';

const columns: Columns<Webhook> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  'FAILING SINCE': ({ failingSince }) => age(failingSince),
  EVENTS: ({ events }) => (events.length === 0 ? 'all' : events.join(',')),
  NAME: ({ name }) => name,
  URL: ({ url }) => url,
};

const deliveryColumns: Columns<WebhookDelivery> = {
  ID: ({ id }) => id,
  STATUS: ({ status }) => status,
  EVENT: ({ event }) => event,
  ATTEMPTS: ({ attemptCount }) => attemptCount,
  ANSWER: ({ lastAttempt }) => lastAttempt?.statusCode ?? lastAttempt?.error,
  CREATED: ({ createdAt }) => age(createdAt),
};

const eventOption: OptionEntry = [
  '--event <event>',
  'only these, like documents-ready; repeatable',
  readTexts,
];

interface EventOptions {
  readonly event?: readonly string[];
  readonly namespace?: string;
}

const eventsOf = ({ event = [] }: EventOptions) =>
  event.map((name) => name.toUpperCase().replaceAll('-', '_')) as unknown as Webhook['events'];

const list = defineCommand({
  name: 'list',
  description: 'list the webhooks',
  examples: ['docfleet webhooks list'],
  act: async ({ client, printer }) =>
    printer.list((await client.webhooks.list()).webhooks, columns, 'There are no webhooks.'),
});

const deliveries = defineList<WebhookDelivery, string, { status?: string }>({
  name: 'deliveries',
  description: 'list the deliveries of a webhook, the newest first',
  argument: ['<id>', 'of the webhook'],
  options: [['--status <status>', 'only these: failed, succeeded, pending …']],
  examples: ['docfleet webhooks deliveries WEBHOOK --status failed'],
  columns: deliveryColumns,
  none: 'Nothing was delivered.',
  find: ({ client }, { argument: webhookId, options: { status }, pageSize }) =>
    client.webhooks.listDeliveries({
      webhookId,
      pageSize,
      ...(status !== undefined && { status: status.toUpperCase() }),
    }),
});

const create = defineCommand<string, EventOptions & { name?: string }>({
  name: 'create',
  description: 'create a webhook and print its signing key, once',
  argument: ['<url>', 'where events are sent', readAddress],
  options: [['--name <name>', 'to distinguish it'], eventOption],
  notes: 'With --namespace it receives events of that namespace only.',
  examples: [
    'docfleet webhooks create https://example.com/hooks --event documents-ready --event documents-error',
  ],
  async act({ client, printer }, url, options) {
    const { name, namespace } = options;
    const { webhook } = await client.webhooks.create({
      url,
      ...(name !== undefined && { name }),
      events: eventsOf(options).filter((event) => event !== 'WEBHOOK_TEST'),
      ...(namespace !== undefined && { namespaceIds: [namespace] }),
    });
    await printer.result(webhook, [
      printer.paint('bold', visibleLine(webhook.signingKey)),
      printer.paint('dim', `Keep it: it is not shown again. The webhook is ${webhook.id}`),
    ]);
  },
});

const test = defineCommand<string>({
  name: 'test',
  description: 'send a test event',
  argument: ['<id>'],
  examples: ['docfleet webhooks test WEBHOOK'],
  act: async ({ client, printer }, webhookId) =>
    printer.result(await client.webhooks.test({ webhookId }), [
      `Sent: docfleet webhooks deliveries ${visibleLine(webhookId)} says what became of it`,
    ]),
});

const remove = defineCommand<string>({
  name: 'delete',
  description: 'delete a webhook',
  argument: ['<id>'],
  examples: ['docfleet webhooks delete WEBHOOK'],
  act: async ({ client, printer }, webhookId) =>
    printer.result(await client.webhooks.delete({ webhookId }), [`Deleted ${visibleLine(webhookId)}`]),
});

interface ListenOptions extends EventOptions {
  readonly forwardTo?: string;
  readonly publicUrl?: string;
  readonly port?: number;
}

const listen = defineCommand<undefined, ListenOptions>({
  name: 'listen',
  description: 'print the events that a webhook would receive, verified, until Ctrl-C',
  options: [
    ['--forward-to <url>', 'send each delivery on to an application of yours', readAddress],
    ['--public-url <url>', 'where the service reaches this machine', readAddress],
    ['--port <number>', 'to listen on; unset: a free one', readInteger(1, 65_535)],
    eventOption,
  ],
  notes: `A webhook is created for the time of listening and deleted at the end. The service has to reach this machine: at
--public-url, as of a tunnel that leads to --port, or at 127.0.0.1, if it runs here and its operator allows that
(EGRESS_ALLOW_CIDRS=127.0.0.0/8). Your application verifies forwarded deliveries with the signing key that is shown.`,
  examples: [
    'docfleet webhooks listen',
    'docfleet webhooks listen --forward-to http://localhost:3000/hooks --event documents-ready',
    'docfleet webhooks listen --port 8080 --public-url https://my-tunnel.example.com',
  ],
  act(session, _, options) {
    const { forwardTo, publicUrl, port = 0, namespace } = options;
    return listenToWebhooks(session, {
      port,
      events: eventsOf(options),
      ...(forwardTo !== undefined && { forwardTo }),
      ...(publicUrl !== undefined && { url: publicUrl }),
      ...(namespace !== undefined && { namespaceId: namespace }),
    });
  },
});

/** `webhooks list|deliveries|create|test|delete|listen`. */
export const addWebhookCommands = defineGroup(
  { name: 'webhooks', description: 'manage webhooks (requires an admin key)' },
  [list, deliveries, create, test, remove, listen],
);

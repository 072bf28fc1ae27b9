import type { Webhook, WebhookDelivery } from '@docfleet/sdk';
import type { Command } from 'commander';
import { readAddress, readInteger, readTexts } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { addLimit, type LimitOptions, limited, pageSizeFor } from '../list-limit.ts';
import { openSession } from '../session.ts';
import { age } from '../terminal/age.ts';
import type { Columns } from '../terminal/printer.ts';
import { visibleLine } from '../terminal/visible-text.ts';
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

interface ChoiceOptions {
  readonly event?: readonly string[];
}

interface ListenCommandOptions extends ChoiceOptions {
  readonly forwardTo?: string;
  readonly publicUrl?: string;
  readonly port: number;
}

const events = ({ event = [] }: ChoiceOptions) =>
  event.map((name) => name.toUpperCase().replaceAll('-', '_')) as unknown as Webhook['events'];

/** `webhooks list|create|test|deliveries|delete|listen`. */
export function addWebhookCommands(program: Command, cli: Cli): void {
  const webhooks = program.command('webhooks').description('manage webhooks (requires an admin key)');
  addReading(webhooks, cli);
  addCreate(webhooks, cli);
  addTestAndDelete(webhooks, cli);
  addListen(webhooks, cli);
}

function addReading(webhooks: Command, cli: Cli): void {
  webhooks
    .command('list')
    .description('list the webhooks')
    .addHelpText('after', '\nExamples:\n  $ docfleet webhooks list')
    .action(async (_: object, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const { webhooks: found } = await client.webhooks.list();
      await printer.list(found, columns, 'There are no webhooks.');
    });
  addLimit(webhooks.command('deliveries').description('list the deliveries of a webhook, the newest first'))
    .argument('<id>', 'of the webhook')
    .option('--status <status>', 'only these: failed, succeeded, pending …')
    .addHelpText('after', '\nExamples:\n  $ docfleet webhooks deliveries WEBHOOK --status failed')
    .action(async (webhookId: string, options: LimitOptions & { status?: string }, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const found = client.webhooks.listDeliveries({
        webhookId,
        pageSize: pageSizeFor(options),
        ...(options.status !== undefined && { status: options.status.toUpperCase() }),
      });
      await printer.list(limited(found, options), deliveryColumns, 'Nothing was delivered.');
    });
}

function addCreate(webhooks: Command, cli: Cli): void {
  webhooks
    .command('create')
    .description('create a webhook and print its signing key, once')
    .argument('<url>', 'where events are sent', readAddress)
    .option('--name <name>', 'to distinguish it')
    .option('--event <event>', 'only these, like documents-ready; repeatable', readTexts)
    .addHelpText(
      'after',
      '\nWith --namespace it receives events of that namespace only.\n\nExamples:\n  $ docfleet webhooks create https://example.com/hooks --event documents-ready --event documents-error',
    )
    .action(async (url: string, options: ChoiceOptions & { name?: string }, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const { namespace } = command.optsWithGlobals<{ namespace?: string }>();
      const { webhook } = await client.webhooks.create({
        url,
        ...(options.name !== undefined && { name: options.name }),
        events: events(options).filter((event) => event !== 'WEBHOOK_TEST'),
        ...(namespace !== undefined && { namespaceIds: [namespace] }),
      });
      await printer.result(webhook, [
        printer.paint('bold', visibleLine(webhook.signingKey)),
        printer.paint('dim', `Keep it: it is not shown again. The webhook is ${webhook.id}`),
      ]);
    });
}

function addTestAndDelete(webhooks: Command, cli: Cli): void {
  webhooks
    .command('test')
    .description('send a test event')
    .argument('<id>')
    .addHelpText('after', '\nExamples:\n  $ docfleet webhooks test WEBHOOK')
    .action(async (webhookId: string, _: object, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      const answer = await client.webhooks.test({ webhookId });
      await printer.result(answer, [
        `Sent: docfleet webhooks deliveries ${visibleLine(webhookId)} says what became of it`,
      ]);
    });
  webhooks
    .command('delete')
    .description('delete a webhook')
    .argument('<id>')
    .addHelpText('after', '\nExamples:\n  $ docfleet webhooks delete WEBHOOK')
    .action(async (webhookId: string, _: object, command: Command) => {
      const { client, printer } = await openSession(cli, command);
      await printer.result(await client.webhooks.delete({ webhookId }), [
        `Deleted ${visibleLine(webhookId)}`,
      ]);
    });
}

function addListen(webhooks: Command, cli: Cli): void {
  webhooks
    .command('listen')
    .description('print the events that a webhook would receive, verified, until Ctrl-C')
    .option('--forward-to <url>', 'send each delivery on to an application of yours', readAddress)
    .option('--public-url <url>', 'where the service reaches this machine', readAddress)
    .option('--port <number>', 'to listen on; unset: a free one', readInteger(1, 65_535))
    .option('--event <event>', 'only these, like documents-ready; repeatable', readTexts)
    .addHelpText(
      'after',
      `
A webhook is created for the time of listening and deleted at the end. The service has to reach this machine: at
--public-url, as of a tunnel that leads to --port, or at 127.0.0.1, if it runs here and its operator allows that
(EGRESS_ALLOW_CIDRS=127.0.0.0/8). Your application verifies forwarded deliveries with the signing key that is shown.

Examples:
  $ docfleet webhooks listen
  $ docfleet webhooks listen --forward-to http://localhost:3000/hooks --event documents-ready
  $ docfleet webhooks listen --port 8080 --public-url https://my-tunnel.example.com`,
    )
    .action(async (options: ListenCommandOptions, command: Command) => {
      const session = await openSession(cli, command);
      const { namespace } = command.optsWithGlobals<{ namespace?: string }>();
      const { forwardTo, publicUrl, port = 0 } = options;
      await listenToWebhooks(session, {
        port,
        events: events(options),
        ...(forwardTo !== undefined && { forwardTo }),
        ...(publicUrl !== undefined && { url: publicUrl }),
        ...(namespace !== undefined && { namespaceId: namespace }),
      });
    });
}

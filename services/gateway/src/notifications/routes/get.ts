import { findOwnNamespace } from '@docfleet/api/find-own';
import { connectorType } from '@docfleet/api/shared-fields';
import { type ConnectorPush, connectorLabelOf, connectorNames, connectorPush } from '@docfleet/connectors';
import { countChannels, findApplicationChannel, findWatchProblems } from '@docfleet/domain/connection';
import { z } from 'zod';
import type { GatewayContext } from '../../http/context.ts';
import { route } from '../../http/route.ts';
import { namespaceParams } from '../../namespaces/body.ts';
import { applicationAddress } from '../application-address.ts';

const maxProblems = 20;

const problem = z.object({
  connectionId: z.string().meta({ examples: ['01999f7e-2c4b-7d3e-9a51-6f0b8c2d4e17'] }),
  reason: z.string().meta({ examples: ['Insufficient privileges to complete the operation.'] }),
});

const connectorNotifications = z
  .object({
    connector: connectorType,
    address: z
      .string()
      .nullable()
      .describe('To be registered at the vendor by hand; null where docfleet does so for each connection')
      .meta({ examples: ['https://docs.example.com/v1/connector-notifications/dropbox/0198….9Zb…'] }),
    verificationToken: z
      .string()
      .nullable()
      .describe('Token that the vendor has sent to the address, to be entered on its own page; null: none'),
    verifiedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the first notification of the address was verified'),
    channels: z.int().describe('Channels that docfleet has opened for connections'),
    problems: z
      .array(problem)
      .max(maxProblems)
      .describe('Connections whose changes are found by polling alone, and why'),
  })
  .meta({ id: 'ConnectorNotifications' });

async function describe(context: GatewayContext, namespaceId: string) {
  const { database, vault } = context;
  const connectors = connectorNames.filter((name) => connectorPush[name]);
  const counts = await countChannels(database, namespaceId);
  const problems = await findWatchProblems(database, namespaceId, maxProblems);
  return Promise.all(
    connectors.map(async (connector) => {
      const isByHand = connectorPush[connector]?.openChannels === undefined;
      const channel = await findApplicationChannel(database, vault, { connector, namespaceId });
      return {
        connector,
        address: isByHand ? applicationAddress(context, connector, namespaceId) : null,
        verificationToken: channel.pendingSecret ?? null,
        verifiedAt: channel.verifiedAt?.toISOString() ?? null,
        channels: counts.get(connector) ?? 0,
        problems: problems
          .filter((problem) => problem.connector === connector)
          .map(({ connectionId, reason }) => ({ connectionId, reason })),
      };
    }),
  );
}

const list = new Intl.ListFormat('en');

/** Returns the names of the connectors whose vendors report changes in one way. */
const labelsOf = (isWay: (push: ConnectorPush) => boolean) =>
  list.format(
    connectorNames
      .filter((name) => connectorPush[name] && isWay(connectorPush[name]))
      .map((name) => connectorLabelOf(name)),
  );

export const getNotificationsRoute = route({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}/notifications',
  summary: 'See how vendors report the changes of a namespace’s connections',
  description: `Changes are found by polling in any case. With \`NOTIFICATION_URL\` set, vendors report them as well: ${labelsOf((push) => push.openChannels !== undefined)} through channels that docfleet opens for each connection, ${labelsOf((push) => push.openChannels === undefined)} at an address that is registered at the vendor once.`,
  tags: ['Namespaces'],
  scope: 'admin',
  params: namespaceParams,
  response: z.object({
    isEnabled: z.boolean().describe('`true`: the operator has set a public address for notifications'),
    connectors: z.array(connectorNotifications),
  }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params, organizationId }, context) {
    const { id } = await findOwnNamespace(context, organizationId, params.namespaceId);
    const data = {
      isEnabled: context.notificationUrl !== undefined,
      connectors: await describe(context, id),
    };
    return { message: 'How changes are reported', data };
  },
});

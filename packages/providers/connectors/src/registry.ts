import { AppError } from '@docfleet/errors';
import type { OAuthVendor } from '@docfleet/oauth';
import { z } from 'zod';
import type { ClientSchema } from './client-schema.ts';
import { connectors } from './connectors.ts';
import { namingDamaged } from './damaged-entries.ts';
import { type CamelName, type ConnectorDefinition, clientConfigName, segmentOf } from './define-connector.ts';
import type { Picker } from './picker.ts';
import type { Connector, ConnectorContext } from './provider.ts';
import type { ConnectorPush } from './push.ts';
import type { QuotaHolder } from './quota.ts';
import type { ConnectorSetup } from './setup.ts';
import type { SignInMethod } from './sign-in.ts';

/** The connectors that can be opened. */
export type ConnectorName = (typeof connectors)[number]['name'];
export const connectorNames: readonly ConnectorName[] = connectors.map(({ name }) => name);

const definitions = new Map<string, ConnectorDefinition>(connectors.map((one) => [one.name, one]));

/** Throws INVALID_REQUEST for a connection that a version with more connectors has stored. */
function definitionOf(name: string): ConnectorDefinition {
  const definition = definitions.get(name);
  if (definition) return definition;
  throw new AppError('INVALID_REQUEST', `This version has no connector ${name}`);
}

/** Opens the connector for one connection; damaged entries of its vendor's lists are named, and cost no others. */
export function openConnector(name: string, context: ConnectorContext): Connector {
  const connector = definitionOf(name).open(context);
  return { ...connector, list: (...order) => namingDamaged(() => connector.list(...order)) };
}

/** The ways of granting a connection access without a user's consent. */
export const signInMethodsOf = (name: string): readonly SignInMethod[] => definitionOf(name).signIns ?? [];

const named = z.object({ method: z.unknown() });

/** The method that settings name, or the first one; undefined where there is none, or none of that name. */
export function signInMethodOf(name: string, settings: unknown): SignInMethod | undefined {
  const method = named.safeParse(settings).data?.method;
  const methods = signInMethodsOf(name);
  return method === undefined ? methods[0] : methods.find((one) => one.method === method);
}

/** The dialog of a connector; undefined for one whose users do not choose files and folders. */
export const pickerOf = (name: string): Picker | undefined => definitions.get(name)?.consent?.picker;

type Consenting = Exclude<Extract<(typeof connectors)[number], { consent?: unknown }>['name'], never>;
/** The configurations of a namespace that hold OAuth clients. */
export type ClientConfigName = `${CamelName<Consenting>}Config`;

/** Schemas of OAuth clients by the configuration that holds them, as they come in requests. */
export const clientSchemas = Object.fromEntries(
  connectors.flatMap(({ name, consent }: ConnectorDefinition) =>
    consent ? [[clientConfigName(name), consent.clientSchema] as const] : [],
  ),
) as Readonly<Record<ClientConfigName, ClientSchema>>;

/** Facts about a connector that its clients need: the console, the command line, assistants. */
export interface ConnectorFacts {
  readonly label: string;
  /** Last part of its route, `/v1/ingest/<segment>`, and its name on a command line. */
  readonly segment: string;
  /** The namespace's configuration of the OAuth client; null where settings take the place of a consent. */
  readonly config: ClientConfigName | null;
  /** Way of selecting the scope: in the picker, with the consent or the settings, or by ids alone. */
  readonly choosing: 'PICKER' | 'CONSENT' | 'IDS';
  /** Kinds of parts that ids name. */
  readonly ids: string;
  /** Forms of ids that are more than what the vendor shows; null: there are none. */
  readonly forms: string | null;
  /** Parts that can be chosen by their names; null: there are none. */
  readonly named: string | null;
}

/** The facts of every connector, by its name. */
export const connectorFacts = Object.fromEntries(
  connectors.map(
    ({ name, label, consent, setup: { ids } }: ConnectorDefinition): [string, ConnectorFacts] => [
      name,
      {
        label,
        segment: segmentOf(name),
        config: consent ? (clientConfigName(name) as ClientConfigName) : null,
        choosing: consent?.picker ? 'PICKER' : ids.isRequired ? 'IDS' : 'CONSENT',
        ids: ids.of,
        forms: ids.forms ?? null,
        named: ids.named ?? null,
      },
    ],
  ),
) as Readonly<Record<ConnectorName, ConnectorFacts>>;

/** The name of a connector for users. */
export const connectorLabelOf = (name: string): string => definitionOf(name).label;

/** Tests whether users grant a connector access by their consent; the others are granted access by settings. */
export const hasConsent = (name: string): boolean => definitions.get(name)?.consent !== undefined;

/** The OAuth of a connector as its vendor documents it; undefined where settings grant access. */
export function oauthOf(name: string): OAuthVendor | undefined {
  const definition = definitions.get(name);
  return (
    definition?.consent && {
      ...definition.consent.oauth,
      name: definition.label,
      config: clientConfigName(definition.name),
    }
  );
}

/** Returns the setup of a connector for an administrator. */
export const connectorSetupOf = (name: string): ConnectorSetup => definitionOf(name).setup;

/** Tests whether a vendor counts the requests of an application at a site together: then its connections there share one pace. */
export const countsByApplication = (name: string): boolean => definitionOf(name).countsByApplication === true;

/** Names the quota that a connection shares with others; undefined where it has one of its own. */
export const quotaOf = async (name: string, holder: QuotaHolder): Promise<string | undefined> =>
  definitionOf(name).quota?.(holder);

/** Push definitions by connector; connectors without one are only polled. */
export const connectorPush: Readonly<Record<string, ConnectorPush | undefined>> = Object.fromEntries(
  connectorNames.flatMap((name) => {
    const { push } = definitionOf(name);
    return push ? [[name, push] as const] : [];
  }),
);

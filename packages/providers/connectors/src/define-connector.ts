import type { OAuthVendor } from '@docfleet/oauth';
import type { ClientSchema } from './client-schema.ts';
import type { Picker } from './picker.ts';
import type { Connector, ConnectorContext } from './provider.ts';
import type { ConnectorPush } from './push.ts';
import type { QuotaOf } from './quota.ts';
import type { ConnectorSetup } from './setup.ts';
import type { SignInMethod } from './sign-in.ts';

/** OAuth 2.0 of a connector's vendor; the rest of `OAuthVendor` follows from the connector's name and label. */
export type ConnectorOAuth = Omit<OAuthVendor, 'name' | 'config'>;

/** `googleDrive` of `GOOGLE_DRIVE`: its method in the SDK, and the beginning of its configuration's name. */
export type CamelName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelName<Rest>>}`
  : Lowercase<Name>;

/** The consent of users: the vendor's OAuth, the fields of a namespace's client, and the dialog in which users choose. */
interface Consent {
  readonly oauth: ConnectorOAuth;
  /** Fields of the application that a namespace's owner registers at the vendor. */
  readonly clientSchema: ClientSchema;
  /** Absent where users choose during consent, or items are named by ids. */
  readonly picker?: Picker;
}

/** Everything that the product knows of a connector: all that names connectors reads the list of these. */
export interface ConnectorDefinition<Name extends string = string> {
  /** Stored with connections, and written in requests: `GOOGLE_DRIVE`. */
  readonly name: Name;
  /** Name for users. */
  readonly label: string;
  readonly open: (context: ConnectorContext) => Connector;
  /** Setup by an administrator, and the ids by which parts are named. */
  readonly setup: ConnectorSetup;
  /** Absent where settings grant access. */
  readonly consent?: Consent;
  /** Ways of granting access without a user's consent. */
  readonly signIns?: readonly SignInMethod[];
  /** Reports of changes by the vendor; connectors without them are only polled. */
  readonly push?: ConnectorPush;
  /** True: its vendor counts the requests of an application at a site together, and not those of each user. */
  readonly countsByApplication?: true;
  /** Returns the quota that several connections share at the vendor, so that all of them rest when it refuses one. */
  readonly quota?: QuotaOf;
}

/** A definition whose name the compiler knows. */
export const defineConnector = <const Name extends string>(
  definition: ConnectorDefinition<Name>,
): ConnectorDefinition<Name> => definition;

/** `googleDrive` of `GOOGLE_DRIVE`. */
export const camelName = <Name extends string>(name: Name): CamelName<Name> =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as CamelName<Name>;

/** The namespace's configuration that holds the OAuth client of a connector: `googleDriveConfig`. */
export const clientConfigName = <Name extends string>(name: Name): `${CamelName<Name>}Config` =>
  `${camelName(name)}Config`;

/** The name of a connector in addresses: `google-drive`. */
export const segmentOf = (connector: string): string => connector.toLowerCase().replaceAll('_', '-');

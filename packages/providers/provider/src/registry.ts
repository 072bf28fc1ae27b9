import { z } from 'zod';

/** Visible ASCII, as a header can carry it: a client that is given anything else quotes the whole key in its error. */
export const apiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'A key has no spaces and no characters outside ASCII')
  .meta({ title: 'API key', writeOnly: true });

/** Address of a compatible server. `abort`: an invalid URL must not be parsed further. */
export const baseUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { username, password, search, hash } = new URL(text);
  return !username && !password && !search && !hash;
}, 'A base URL has no credentials, query or fragment');

/** Settings of the operator: as the environment has them, or as they were parsed. */
export type OperatorSettings = Readonly<Record<string, unknown>>;

/** A vendor behind a port: the schema of its configuration, and a function that opens it. */
export interface Provider<
  Context,
  Opened,
  Config extends z.ZodType = z.ZodType,
  Settings extends z.ZodRawShape = z.ZodRawShape,
> {
  /** Strict schema of the configuration, with the literal that names the provider. */
  readonly config: Config;
  /** The operator's settings for this provider, each with its schema, default and sentence. */
  readonly settings: Settings | undefined;
  /** Opens the provider with a stored configuration, which is not trusted before. Throws a ZodError when it is not one of this provider. */
  open(config: unknown, context: Context): Opened;
}

/**
 * Returns the function that declares the providers of a port. `create` gets a configuration that has been validated, and reads the settings
 * that it declares with `readSettings`.
 */
export const providersOf =
  <Context, Opened>() =>
  <Config extends z.ZodType, Settings extends z.ZodRawShape = Record<never, never>>(
    config: Config,
    create: (config: z.output<Config>, context: Context) => Opened,
    settings?: Settings,
  ): Provider<Context, Opened, Config, Settings> => ({
    config,
    settings,
    open: (stored, context) => create(config.parse(stored), context),
  });

/** Reads a provider's settings from those of the operator. A schema must accept its own output, and an absent setting has its default. */
export const readSettings = <Settings extends z.ZodRawShape>(
  declared: Settings,
  given: OperatorSettings = {},
): z.output<z.ZodObject<Settings>> => z.object(declared).parse(given);

type NamedConfig<Key extends string> = z.ZodObject<{ readonly [Name in Key]: z.ZodLiteral<string> }>;
type Named<Key extends string, Context, Opened> = Provider<Context, Opened, NamedConfig<Key>>;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Builds the registry of a port. `key` is the field of configurations that names the provider. */
export function createRegistry<
  const Key extends string,
  Context,
  Opened,
  const Providers extends readonly [Named<Key, Context, Opened>, ...Named<Key, Context, Opened>[]],
>(key: Key, providers: Providers & readonly Named<Key, Context, Opened>[]) {
  type Settings = NonNullable<Providers[number]['settings']>;
  type Config = Providers[number]['config'];
  const [first, ...others] = providers;
  const configs: [Config, ...Config[]] = [first.config, ...others.map((other): Config => other.config)];
  const config = z.discriminatedUnion(key, configs);
  const settings: Intersection<Settings> = Object.assign(
    {},
    ...providers.map((provider) => provider.settings),
  );
  return {
    providers,
    /** Schema of the configuration of any provider of the port. */
    config,
    /** Names of the providers, in the order of the registry. */
    names: configs.map((own): Config['shape'][Key]['value'] => own.shape[key].value),
    /** The operator's settings of all providers. */
    settings,
    /** Opens the provider that a stored configuration names. Throws a ZodError when it names none. */
    open(stored: unknown, context: Context): Opened {
      const named = providers.find((provider) => provider.config.safeParse(stored).success);
      if (named) return named.open(stored, context);
      throw new z.ZodError(config.safeParse(stored).error?.issues ?? []);
    },
  };
}

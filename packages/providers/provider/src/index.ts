import { z } from 'zod';

/** A vendor behind a port: the schema of its configuration, and a function that opens it. */
export interface Provider<Context, Opened, Config extends z.ZodType = z.ZodType> {
  /** Strict schema of the configuration, with the literal that names the provider. */
  readonly config: Config;
  /** Opens the provider with a stored configuration, which is not trusted before. Throws a ZodError when it is not one of this provider. */
  open(config: unknown, context: Context): Opened;
}

/** Returns the function that declares the providers of a port, whose `create` gets a configuration that has been validated. */
export const providersOf =
  <Context, Opened>() =>
  <Config extends z.ZodType>(
    config: Config,
    create: (config: z.output<Config>, context: Context) => Opened,
  ): Provider<Context, Opened, Config> => ({
    config,
    open: (stored, context) => create(config.parse(stored), context),
  });

type NamedConfig<Key extends string> = z.ZodObject<{ readonly [Name in Key]: z.ZodLiteral<string> }>;
type ConfigsOf<Providers extends readonly { readonly config: z.ZodType }[]> = {
  -readonly [Index in keyof Providers]: Providers[Index]['config'];
};

/** Builds the registry of a port. `key` is the field of configurations that names the provider. */
export function createRegistry<
  const Key extends string,
  Context,
  Opened,
  const Providers extends readonly Provider<Context, Opened, NamedConfig<Key>>[],
>(key: Key, providers: Providers & readonly Provider<Context, Opened, NamedConfig<Key>>[]) {
  type Configs = ConfigsOf<Providers>;
  type Name = Providers[number]['config'] extends {
    readonly shape: { readonly [Name in Key]: z.ZodLiteral<infer Literal> };
  }
    ? Literal & string
    : never;
  const nameOf = ({ config }: Providers[number]) => config.shape[key].value as Name;
  const byName = new Map(providers.map((provider) => [nameOf(provider), provider]));
  const configs = providers.map(({ config }) => config);
  // `map` forgets which configuration stands where, and zod asks for a tuple.
  const config = z.discriminatedUnion(key, configs as never) as unknown as z.ZodDiscriminatedUnion<
    Configs extends readonly z.core.SomeType[] ? Configs : never,
    Key
  >;
  return {
    providers,
    /** Schema of the configuration of any provider of the port. */
    config,
    /** Names of the providers, in the order of the registry. */
    names: providers.map(nameOf),
    /** Opens the provider that a stored configuration names. Throws a ZodError when it names none. */
    open(stored: unknown, context: Context): Opened {
      const named = config.parse(stored) as Record<Key, Name>;
      // The union has exactly the providers of the map.
      return (byName.get(named[key]) as Providers[number]).open(stored, context);
    },
  };
}

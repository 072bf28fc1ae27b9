import { connectorType } from '@docfleet/api/shared-fields';
import {
  type AccessSetup,
  connectorNames,
  connectorSetupOf,
  hasConsent,
  signInMethodsOf,
  vendorOf,
} from '@docfleet/connectors';
import { defaultChunkSizes } from '@docfleet/domain/namespace';
import { z } from 'zod';
import { coreConfigs, optionalConfigs } from './namespace-config.ts';

const formField = z.object({
  path: z
    .string()
    .meta({ examples: ['apiKey'] })
    .describe('Path of the value in the configuration: credentials.accessKeyId'),
  label: z.string().meta({ examples: ['API key'] }),
  help: z.string().nullable(),
  example: z.string().nullable(),
  type: z.enum(['string', 'integer', 'list']).describe('list: several strings'),
  required: z.boolean(),
  secret: z.boolean().describe('Not returned once it is stored'),
  options: z.array(z.string()).nullable().describe('The values that it can have; null: any'),
});
type FormField = z.output<typeof formField>;

const configName = z.enum([
  ...(Object.keys(coreConfigs) as (keyof typeof coreConfigs)[]),
  ...(Object.keys(optionalConfigs) as (keyof typeof optionalConfigs)[]),
]);
export type ConfigName = z.output<typeof configName>;

const connectorSetup = z
  .object({
    steps: z.array(
      z.object({
        text: z.string().meta({ examples: ['Create an app'] }),
        url: z.string().nullable().describe('The page of the vendor on which it is done'),
        paste: z
          .enum(['ORIGIN', 'REDIRECT_URI', 'NOTIFICATION_ADDRESS'])
          .nullable()
          .describe(
            'Value to paste there: the origin of this installation, its /v1/connections/callback, or the address of GET /v1/namespaces/{namespaceId}/notifications',
          ),
      }),
    ),
    permissions: z
      .array(
        z.object({
          name: z.string().meta({ examples: ['files.content.read'] }),
          reason: z.string().meta({ examples: ['Files are downloaded'] }),
        }),
      )
      .describe('Permissions that have to be granted at the vendor'),
    guide: z
      .string()
      .describe('Path of its guide')
      .meta({ examples: ['/guides/connectors/box'] }),
  })
  .meta({ id: 'ConnectorSetup' });

/** Form of one configuration of a namespace, for `GET /v1/providers`. */
export const configForm = z
  .object({
    config: configName,
    label: z.string().meta({ examples: ['Embedding model'] }),
    help: z.string().nullable(),
    required: z.boolean().describe('A namespace cannot be without it'),
    unset: z.string().nullable().describe('Behavior of a namespace without it; null: the feature is off'),
    discriminator: z.string().nullable().describe('The field that names the provider; null: there is one'),
    providers: z.array(
      z.object({
        name: z.string().nullable(),
        label: z.string().meta({ examples: ['Cohere'] }),
        help: z.string().nullable(),
        fields: z.array(formField),
      }),
    ),
    connector: connectorType.nullable().describe('Of an OAuth client: the connector that needs it'),
    setup: connectorSetup
      .nullable()
      .describe('Of an OAuth client: how an application is registered at the vendor'),
  })
  .meta({ id: 'ConfigForm' });
export type ConfigForm = z.output<typeof configForm>;

/** Keywords of JSON Schema that forms are made from. */
const schemaKeywords = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  writeOnly: z.boolean().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaKeywords).optional();
  },
  get oneOf() {
    return z.array(schemaKeywords).optional();
  },
});
type Schema = z.output<typeof schemaKeywords>;

function optionsOf({ const: only, enum: several }: Schema): string[] | null {
  const values = only === undefined ? several : [only];
  return values ? values.map(String) : null;
}

/** Returns the JSON Schema of a configuration, with the reference to its definition resolved. */
function readSchema(schema: z.ZodType): Schema {
  const { $ref, $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const definition = $ref === undefined ? {} : $defs[$ref.replace('#/$defs/', '')];
  return schemaKeywords.parse({ ...definition, ...own });
}

/** Returns the fields of an object and of the objects in it; an optional field with one possible value is left out. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix = '', isOptional = false): FormField[] {
  return Object.entries(properties).flatMap(([name, field]): FormField[] => {
    const path = `${prefix}${name}`;
    const isRequired = required.includes(name) && !isOptional;
    if (field.properties) return fieldsOf(field, `${path}.`, !isRequired);
    const options = optionsOf(field);
    if (options?.length === 1 && !isRequired) return [];
    return [
      {
        path,
        label: field.title ?? name,
        help: field.description ?? null,
        example: field.examples === undefined ? null : String(field.examples[0]),
        type: field.type === 'integer' ? 'integer' : field.type === 'array' ? 'list' : 'string',
        required: isRequired,
        secret: field.writeOnly ?? false,
        options,
      },
    ];
  });
}

/** Behavior of a namespace without a configuration, by the configuration's name. */
const withoutIt: Partial<Readonly<Record<ConfigName, string>>> = {
  rerankConfig:
    "Searches that ask for it are reranked by docfleet's own reranker, where the model is docfleet's own and English.",
  chatModelConfig: "The operator's default answers, if there is one.",
  contextModelConfig: 'Chunks are embedded as they are.',
  chunkConfig: `Requests decide; otherwise ${defaultChunkSizes.chunkSize} tokens, of which ${defaultChunkSizes.chunkOverlap} overlap.`,
  spendingLimitConfig: 'Not limited.',
  webScraperConfig: 'Web pages cannot be ingested.',
};

const needsNothing = ({ fields }: { readonly fields: readonly FormField[] }) =>
  fields.every(({ required }) => !required);

/** Returns the form of one provider, without the field that names the provider. */
function providerOf(schema: Schema, discriminator: string | null): ConfigForm['providers'][number] {
  const name = discriminator === null ? null : String(schema.properties?.[discriminator]?.const);
  return {
    name,
    label: schema.title ?? name ?? '',
    help: schema.description ?? null,
    fields: fieldsOf(schema).filter(({ path }) => path !== discriminator),
  };
}

const vendors = connectorNames.filter(hasConsent).map((connector) => ({ connector, ...vendorOf(connector) }));

/** Returns the instructions of a connector for setting up access, as its own folder declares them. */
function setupOf(
  connector: string,
  { steps, permissions }: AccessSetup = connectorSetupOf(connector),
): z.output<typeof connectorSetup> {
  const { guide } = connectorSetupOf(connector);
  return {
    steps: steps.map(({ text, url, paste }) => ({ text, url: url ?? null, paste: paste ?? null })),
    permissions: [...permissions],
    guide: `/guides/connectors/${guide}`,
  };
}

/** Returns the form of a configuration, made from its schema. Providers that need no account come first. */
export function formOf(config: ConfigName, schema: z.ZodType, isRequired: boolean): ConfigForm {
  const written = readSchema(schema);
  const vendor = vendors.find((one) => one.config === config);
  const discriminator = schema instanceof z.ZodDiscriminatedUnion ? schema.def.discriminator : null;
  const label = vendor?.name ?? written.title ?? config;
  const providers = (written.oneOf ?? [{ ...written, title: label }]).map((variant) =>
    providerOf(variant, discriminator),
  );
  return {
    config,
    label,
    help: written.description ?? null,
    required: isRequired,
    unset: withoutIt[config] ?? null,
    discriminator,
    providers: [...providers.filter(needsNothing), ...providers.filter((one) => !needsNothing(one))],
    connector: vendor?.connector ?? null,
    setup: vendor ? setupOf(vendor.connector) : null,
  };
}

const formsOf = (schemas: Readonly<Record<string, z.ZodType>>, isRequired: boolean) =>
  Object.entries(schemas).map(([name, schema]) => formOf(configName.parse(name), schema, isRequired));

/** Returns the schema of the fields of a configuration that may be shown: those of all its providers, without secrets. */
export function shownFieldsOf(config: ConfigName) {
  const providers = configForms.find((form) => form.config === config)?.providers ?? [];
  const shown = providers
    .flatMap(({ fields }) => fields)
    .filter(({ secret, path }) => !secret && !path.includes('.'));
  return Object.fromEntries(
    shown.map(({ path, type }) => [path, (type === 'integer' ? z.number() : z.string()).optional()]),
  );
}

/** Forms of all configurations of a namespace. */
export const configForms: readonly ConfigForm[] = [
  // The model first, as it decides most.
  ...formsOf(coreConfigs, true).toReversed(),
  ...formsOf(optionalConfigs, false),
];

/** Form of one method of granting a connection access without a consent, for `GET /v1/providers`. */
export const connectionForm = z
  .object({
    connector: connectorType,
    method: z
      .string()
      .describe('The value of `settings.method`')
      .meta({ examples: ['ACCESS_KEY'] }),
    label: z.string().meta({ examples: ['S3 bucket'] }),
    fields: z.array(formField),
    setup: connectorSetup,
  })
  .meta({ id: 'ConnectionForm' });

/** Forms of all connectors: the first of each is that of settings without a `method`. */
export const connectionForms: readonly z.output<typeof connectionForm>[] = connectorType.options.flatMap(
  (connector) =>
    signInMethodsOf(connector).map(({ method, label, schema, setup }) => ({
      connector,
      method,
      label,
      fields: fieldsOf(readSchema(schema)),
      setup: setupOf(connector, setup),
    })),
);

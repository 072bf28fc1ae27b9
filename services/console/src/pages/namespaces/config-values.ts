import type { ConfigForm } from '@docfleet/sdk';

export type ConfigField = ConfigForm['providers'][number]['fields'][number];

/** Description of a form's fields: for a configuration of a namespace, or for the settings of a connection. */
export interface FieldsForm extends Pick<ConfigForm, 'label' | 'required' | 'discriminator' | 'providers'> {
  /** Name of the configuration in the API; errors name their fields below it, as `config.field`. */
  readonly config: string;
}

/** Entered values of a form: the name of the provider, null for none, and the texts by the paths of their fields. */
export interface ConfigValues {
  readonly provider: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** Returns the values of an empty form: its first provider, or none where the configuration is optional and needs input. */
export function emptyValues({ providers: [first], required }: FieldsForm): ConfigValues {
  const needsInput = first?.fields.some((field) => field.required) ?? false;
  return { provider: !required && needsInput ? null : (first?.name ?? null), texts: {} };
}

/** Returns whether a form of several providers has none chosen, or an optional form without that choice is empty. */
export const isUnset = (
  { discriminator, required }: FieldsForm,
  { provider, texts }: ConfigValues,
): boolean =>
  discriminator === null
    ? !required && Object.values(texts).every((text) => text.trim() === '')
    : provider === null;

/** Returns the chosen provider; undefined for none, or for one that this installation does not have. */
export const providerOf = ({ providers }: FieldsForm, { provider }: ConfigValues) =>
  providers.find(({ name }) => name === provider);

/** Returns the fields of the chosen provider. */
export const fieldsOf = (form: FieldsForm, values: ConfigValues): readonly ConfigField[] =>
  providerOf(form, values)?.fields ?? [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = isObject(target[first]) ? target[first] : {};
  put(inner, rest.join('.'), value);
  target[first] = inner;
}

/** Parses the text of a field: a list has one item per line. */
function readValue(type: ConfigField['type'], text: string): unknown {
  if (type === 'list') return text.split('\n').flatMap((line) => line.trim() || []);
  return type === 'integer' ? Number(text) : text;
}

/** Returns the configuration for the API. Empty fields are omitted, so that the service reports those that are required. */
export function configOf(form: FieldsForm, values: ConfigValues): Record<string, unknown> {
  const config: Record<string, unknown> = form.discriminator ? { [form.discriminator]: values.provider } : {};
  for (const { path, options, type, required } of fieldsOf(form, values)) {
    const text = (values.texts[path] ?? (required ? options?.[0] : undefined) ?? '').trim();
    if (text !== '') put(config, path, readValue(type, text));
  }
  return config;
}

/** Returns the values of a form for a stored configuration, without secrets, which the service does not return. */
export function valuesOf(form: FieldsForm, config: object | null): ConfigValues {
  if (!config) return emptyValues(form);
  const stored: Record<string, unknown> = { ...config };
  const provider = form.discriminator ? String(stored[form.discriminator]) : emptyValues(form).provider;
  const shown = fieldsOf(form, { provider, texts: {} }).filter(
    ({ path, secret }) => !secret && stored[path] !== undefined,
  );
  return {
    provider,
    texts: Object.fromEntries(shown.map(({ path }) => [path, [stored[path]].flat().join('\n')])),
  };
}

/** Returns the values without secrets, which may be stored in the browser. */
export function withoutSecrets(form: FieldsForm, values: ConfigValues): ConfigValues {
  const secrets = fieldsOf(form, values).flatMap(({ path, secret }) => (secret ? [path] : []));
  const texts = Object.entries(values.texts).filter(([path]) => !secrets.includes(path));
  return { ...values, texts: Object.fromEntries(texts) };
}

import type { ConfigForm } from '@docfleet/sdk';

type ConfigField = ConfigForm['providers'][number]['fields'][number];

/** What fields are shown for: a configuration of a namespace, or the settings of a connection. */
export interface FieldsForm extends Pick<ConfigForm, 'label' | 'required' | 'discriminator' | 'providers'> {
  /** The name in the API, below which errors name their fields. */
  readonly config: string;
}

/** What was entered into a form: the name of the provider, and texts by path. */
export interface ConfigValues {
  readonly provider: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** An empty form: its first provider, or none where the configuration is optional and needs input. */
export function emptyValues({ providers: [first], required }: FieldsForm): ConfigValues {
  const needsInput = first?.fields.some((field) => field.required) ?? false;
  return { provider: !required && needsInput ? null : (first?.name ?? null), texts: {} };
}

/** Whether no provider was chosen for a configuration that has several, or nothing was entered for an optional one. */
export const isUnset = (
  { discriminator, required }: FieldsForm,
  { provider, texts }: ConfigValues,
): boolean =>
  discriminator === null
    ? !required && Object.values(texts).every((text) => text.trim() === '')
    : provider === null;

/** The provider that was chosen; undefined for one that this installation does not have. */
export const providerOf = ({ providers }: FieldsForm, { provider }: ConfigValues) =>
  providers.find(({ name }) => name === provider);

/** The fields of the provider that was chosen. */
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

/** A list is entered one item a line. */
function readValue(type: ConfigField['type'], text: string): unknown {
  if (type === 'list') return text.split('\n').flatMap((line) => line.trim() || []);
  return type === 'integer' ? Number(text) : text;
}

/** The configuration for the API. Empty fields are left out, so that the service reports those that are required. */
export function configOf(form: FieldsForm, values: ConfigValues): Record<string, unknown> {
  const config: Record<string, unknown> = form.discriminator ? { [form.discriminator]: values.provider } : {};
  for (const { path, options, type, required } of fieldsOf(form, values)) {
    const text = (values.texts[path] ?? (required ? options?.[0] : undefined) ?? '').trim();
    if (text !== '') put(config, path, readValue(type, text));
  }
  return config;
}

/** The stored configuration as values of its form. Secrets are not returned by the service. */
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

/** The values without secrets, which may be kept in the browser. */
export function withoutSecrets(form: FieldsForm, values: ConfigValues): ConfigValues {
  const secrets = fieldsOf(form, values).flatMap(({ path, secret }) => (secret ? [path] : []));
  const texts = Object.entries(values.texts).filter(([path]) => !secrets.includes(path));
  return { ...values, texts: Object.fromEntries(texts) };
}

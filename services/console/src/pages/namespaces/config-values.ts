import type { ConfigForm } from '@docfleet/sdk';

type ConfigField = ConfigForm['providers'][number]['fields'][number];

/** What was entered into a form: the name of the provider, and texts by path. */
export interface ConfigValues {
  readonly provider: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** An empty form, with its first provider. */
export const emptyValues = ({ providers }: ConfigForm): ConfigValues => ({
  provider: providers[0]?.name ?? null,
  texts: {},
});

/** The provider that was chosen; undefined for one that this installation does not have. */
export const providerOf = ({ providers }: ConfigForm, { provider }: ConfigValues) =>
  providers.find(({ name }) => name === provider);

/** The fields of the provider that was chosen. */
export const fieldsOf = (form: ConfigForm, values: ConfigValues): readonly ConfigField[] =>
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

/** The configuration for the API. Empty fields are left out, so that the service reports those that are required. */
export function configOf(form: ConfigForm, values: ConfigValues): Record<string, unknown> {
  const config: Record<string, unknown> = form.discriminator ? { [form.discriminator]: values.provider } : {};
  for (const { path, options, type, required } of fieldsOf(form, values)) {
    const text = (values.texts[path] ?? (required ? options?.[0] : undefined) ?? '').trim();
    if (text !== '') put(config, path, type === 'integer' ? Number(text) : text);
  }
  return config;
}

/** The stored configuration as values of its form. Secrets are not returned by the service. */
export function valuesOf(form: ConfigForm, config: object | null): ConfigValues {
  if (!config) return emptyValues(form);
  const stored: Record<string, unknown> = { ...config };
  const provider = form.discriminator ? String(stored[form.discriminator]) : emptyValues(form).provider;
  const shown = fieldsOf(form, { provider, texts: {} }).filter(
    ({ path, secret }) => !secret && stored[path] !== undefined,
  );
  return { provider, texts: Object.fromEntries(shown.map(({ path }) => [path, String(stored[path])])) };
}

/** The values without secrets, which may be kept in the browser. */
export function withoutSecrets(form: ConfigForm, values: ConfigValues): ConfigValues {
  const secrets = fieldsOf(form, values).flatMap(({ path, secret }) => (secret ? [path] : []));
  const texts = Object.entries(values.texts).filter(([path]) => !secrets.includes(path));
  return { ...values, texts: Object.fromEntries(texts) };
}

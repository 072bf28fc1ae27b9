import type { ConfigField, ConfigForm } from './config-forms.ts';

/** What was typed into the form of a configuration: its kind, and texts by path. */
export interface ConfigValues {
  readonly kind: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** A form as it begins: the first kind, nothing typed. */
export const emptyValues = ({ kinds }: ConfigForm): ConfigValues => ({
  kind: Object.keys(kinds)[0] ?? '',
  texts: {},
});

/** The fields that a kind asks for. */
export const fieldsOf = ({ kinds }: ConfigForm, { kind }: ConfigValues): readonly ConfigField[] =>
  kinds[kind]?.fields ?? [];

function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = (target[first] ?? {}) as Record<string, unknown>;
  put(inner, rest.join('.'), value);
  target[first] = inner;
}

/** The configuration as the API takes it. What was left empty is left out, so that the service says what is missing. */
export function configOf(form: ConfigForm, values: ConfigValues): Record<string, unknown> {
  const config: Record<string, unknown> = form.kindField ? { [form.kindField]: values.kind } : {};
  for (const { path, options, isNumber } of fieldsOf(form, values)) {
    const text = (values.texts[path] ?? options?.[0] ?? '').trim();
    if (text !== '') put(config, path, isNumber ? Number(text) : text);
  }
  return config;
}

import type { Namespace } from '@docfleet/sdk';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/page.tsx';
import type { ConfigForm } from '../namespaces/config-forms.ts';
import { emptyValues, fieldsOf } from '../namespaces/config-values.ts';
import { ConfigDialog } from './config-dialog.tsx';
import './namespace-settings.css';

type Config = Readonly<Record<string, unknown>> | null;

/** A configuration as the service shows it; forms are named after them. */
const configIn = (namespace: Namespace, { name }: ConfigForm): Config =>
  (namespace as unknown as Readonly<Record<string, Config>>)[name] ?? null;

/** What the service shows of a configuration, as the form has it. Its secrets are not among that. */
function valuesOf(namespace: Namespace, form: ConfigForm) {
  const config = configIn(namespace, form);
  if (!config) return emptyValues(form);
  const kind = form.kindField ? String(config[form.kindField]) : emptyValues(form).kind;
  const fields = fieldsOf(form, { kind, texts: {} }).filter(
    ({ path, isSecret }) => !isSecret && config[path] !== undefined,
  );
  return { kind, texts: Object.fromEntries(fields.map(({ path }) => [path, String(config[path])])) };
}

/** One configuration as it is, and the way to change it. */
export function ConfigCard({
  namespace,
  form,
}: {
  readonly namespace: Namespace;
  readonly form: ConfigForm;
}) {
  const [isOpen, setOpen] = useState(false);
  const values = valuesOf(namespace, form);
  const isSet = configIn(namespace, form) !== null;
  return (
    <Card
      title={form.label}
      actions={
        <Button aria-label={`${isSet ? 'Change' : 'Set up'}: ${form.label}`} onPress={() => setOpen(true)}>
          {isSet ? 'Change' : 'Set up'}
        </Button>
      }
    >
      <dl className="config">
        <div>
          <dt>Provider</dt>
          <dd>{isSet ? (form.kinds[values.kind]?.label ?? values.kind) : 'None'}</dd>
        </div>
        {fieldsOf(form, values)
          .filter(({ path }) => values.texts[path])
          .map(({ path, label }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{values.texts[path]}</dd>
            </div>
          ))}
      </dl>
      {isOpen && (
        <ConfigDialog
          namespaceId={namespace.name}
          form={form}
          initial={values}
          isSet={isSet}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}

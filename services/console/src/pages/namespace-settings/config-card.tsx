import type { ConfigForm, Namespace } from '@docfleet/sdk';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Card, Fold } from '../../parts/page.tsx';
import { Trial } from '../connections/trial.tsx';
import { ConfigEditor } from '../namespaces/config-editor.tsx';
import { fieldsOf, providerOf, valuesOf } from '../namespaces/config-values.ts';
import { SetupGuide } from '../namespaces/setup-guide.tsx';

interface ConfigCardProps {
  readonly namespace: Namespace;
  readonly form: ConfigForm;
}

/** Returns the provider of a configuration; `Set` for a form without a choice of providers. */
const stateOf = (form: ConfigForm, values: ReturnType<typeof valuesOf>) =>
  form.connector || form.discriminator ? (providerOf(form, values)?.label ?? values.provider) : 'Set';

/** Card of one configuration, with a dialog that changes it. */
export function ConfigCard({ namespace, form }: ConfigCardProps) {
  const [isOpen, setOpen] = useState(false);
  const config = namespace[form.config];
  const values = valuesOf(form, config);
  const isSet = config !== null;
  const close = () => setOpen(false);
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
          <dt>{form.connector ? 'OAuth client' : form.discriminator ? 'Provider' : 'State'}</dt>
          <dd>{isSet ? stateOf(form, values) : 'Not set up'}</dd>
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
      {isSet && form.connector !== null && (
        <Trial
          label={form.label}
          order={{ namespaceId: namespace.name, connector: form.connector }}
          text="Test the application"
        />
      )}
      <Dialog title={`${isSet ? 'Change' : 'Set up'} ${form.label}`} isOpen={isOpen} onClose={close}>
        {form.setup && form.connector !== null && (
          <Fold title={`How to register an application at ${form.label}`} isOpen={!isSet}>
            <SetupGuide
              namespaceId={namespace.name}
              connector={form.connector}
              label={form.label}
              setup={form.setup}
            />
          </Fold>
        )}
        <ConfigEditor
          namespaceId={namespace.name}
          form={form}
          initial={values}
          isSet={isSet}
          onClose={close}
        />
      </Dialog>
    </Card>
  );
}

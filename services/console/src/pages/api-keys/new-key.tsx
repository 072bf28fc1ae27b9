import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Radios } from '../../parts/radios.tsx';
import { ShownKey } from '../../parts/shown-key.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { scopes } from './scopes.ts';

const lifetimes = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day' },
] as const;

interface Values {
  readonly name: string;
  readonly scope: 'read' | 'ingest' | 'admin';
  readonly lifetime: (typeof lifetimes)[number]['value'];
  /** Day of expiry in the format of date fields: `2026-11-27`. */
  readonly day: string;
  readonly limit: string;
}

const nothing: Values = { name: '', scope: 'read', lifetime: 'never', day: '', limit: '' };
const dayMs = 86_400_000;

/**
 * Returns the expiry of a key in ISO 8601: the beginning of a day in the user's time zone, or a number of days from now; null for never. An
 * invalid day is returned as it is, for the service to reject.
 */
function expiresAtOf({ lifetime, day }: Values): string | null {
  if (lifetime === 'never') return null;
  const at =
    lifetime === 'date' ? new Date(`${day}T00:00:00`) : new Date(Date.now() + Number(lifetime) * dayMs);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

const create = (values: Values) =>
  api.apiKeys.create({
    name: values.name,
    scopes: [values.scope],
    expiresAt: expiresAtOf(values),
    rateLimitPerMinute: values.limit === '' ? null : Number(values.limit),
  });

interface FieldsProps {
  readonly values: Values;
  readonly change: (part: Partial<Values>) => void;
  readonly error: unknown;
}

function Fields({ values, change, error }: FieldsProps) {
  const issueOf = (path: string) => issuesOf(error).find((issue) => issue.path === path)?.message;
  return (
    <>
      <Field
        label="Name"
        isRequired
        autoFocus
        placeholder="nightly import"
        maxLength={100}
        value={values.name}
        onChange={(name) => change({ name })}
        error={issueOf('name')}
      />
      <Radios label="Scope" options={scopes} value={values.scope} onChange={(scope) => change({ scope })} />
      <Choice
        label="Expires"
        value={values.lifetime}
        options={lifetimes}
        onChange={(lifetime) => change({ lifetime })}
      />
      {values.lifetime === 'date' && (
        <Field
          label="Day"
          type="date"
          isRequired
          value={values.day}
          onChange={(day) => change({ day })}
          error={issueOf('expiresAt')}
        />
      )}
      <Field
        label="Rate limit (requests per minute)"
        inputMode="numeric"
        hint="Empty: the default of this installation"
        value={values.limit}
        onChange={(limit) => change({ limit: limit.replaceAll(/\D/g, '') })}
        error={issueOf('rateLimitPerMinute')}
      />
    </>
  );
}

/** Creates a key, and shows its secret once. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [values, setValues, forget] = useDraft('api-key-new', nothing);
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: create,
    onSuccess() {
      forget();
      void queries.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  if (data)
    return (
      <ShownKey title={`The key ${data.apiKey.name}`} secret={data.key} onClose={onClose}>
        <p className="soft small">
          Set it as <code>DOCFLEET_API_KEY</code>: the SDKs, the command line and the examples read it there.{' '}
          <a href="/guides/">Guides</a>
        </p>
      </ShownKey>
    );
  return (
    <Dialog title="New API key" isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(values);
        }}
      >
        <Fields values={values} change={(part) => setValues({ ...values, ...part })} error={error} />
        {error && <Problem error={error} />}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            Create key
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

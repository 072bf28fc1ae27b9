import type { Webhook } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';
import { namespacesQuery } from '../../api/queries.ts';
import { Checks } from '../../parts/checks.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Field } from '../../parts/field.tsx';
import { Card } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type ChosenEvent, eventCount, eventGroups } from './events.ts';

/** Settings of a webhook as entered. */
export interface WebhookValues {
  readonly url: string;
  readonly name: string;
  readonly events: readonly ChosenEvent[];
  readonly namespaceIds: readonly string[];
  readonly retryPolicy: Webhook['retryPolicy'];
}

const retryPolicies = [
  { value: 'DEFAULT', label: 'Once, after 2 seconds' },
  { value: 'STANDARD', label: 'Nine times within three days' },
] as const;

interface WebhookFormProps {
  readonly values: WebhookValues;
  readonly onChange: (values: WebhookValues) => void;
  readonly onSubmit: () => void;
  readonly error: unknown;
  /** Buttons below the fields. */
  readonly children: ReactNode;
}

type Part = Pick<WebhookFormProps, 'values' | 'error'> & {
  readonly change: (part: Partial<WebhookValues>) => void;
};

const issueOf = (error: unknown, path: string) =>
  issuesOf(error).find((issue) => issue.path.split('.')[0] === path)?.message;

const Receiver = ({ values: { url, name, retryPolicy }, error, change }: Part) => (
  <Card title="Receiver">
    <Field
      label="Address"
      type="url"
      isRequired
      autoFocus={url === ''}
      placeholder="https://example.com/hooks/docfleet"
      hint="Every event is sent there by POST. It has to respond with 2xx within ten seconds."
      value={url}
      onChange={(text) => change({ url: text })}
      error={issueOf(error, 'url')}
    />
    <Field
      label="Name"
      hint="Shown in lists. Default: its host"
      value={name}
      maxLength={128}
      onChange={(text) => change({ name: text })}
      error={issueOf(error, 'name')}
    />
    <Choice
      label="Retries"
      value={retryPolicy}
      options={retryPolicies}
      onChange={(policy) => change({ retryPolicy: policy })}
    />
  </Card>
);

function Events({ values: { events }, error, change }: Part) {
  const hint = events.length === 0 ? 'None selected: all events' : `${events.length} of ${eventCount}`;
  return (
    <Card>
      <Checks
        label="Events"
        hint={hint}
        groups={eventGroups}
        value={events}
        onChange={(chosen) => change({ events: chosen })}
        error={issueOf(error, 'events')}
      />
    </Card>
  );
}

function Namespaces({ values: { namespaceIds }, error, change }: Part) {
  const { data: namespaces = [] } = useQuery(namespacesQuery);
  // A deleted namespace remains selected until it is removed.
  const names = [...new Set([...namespaces.map(({ name }) => name), ...namespaceIds])];
  const hint = namespaceIds.length === 0 ? 'None selected: all, including future ones' : undefined;
  return (
    <Card>
      <Checks
        label="Namespaces"
        hint={hint}
        groups={[{ options: names.map((name) => ({ value: name, label: name })) }]}
        value={namespaceIds}
        onChange={(chosen) => change({ namespaceIds: chosen })}
        error={issueOf(error, 'namespaceIds')}
      />
    </Card>
  );
}

/** Form with the settings of a webhook. */
export function WebhookForm({ values, onChange, onSubmit, error, children }: WebhookFormProps) {
  const part = {
    values,
    error,
    change: (changed: Partial<WebhookValues>) => onChange({ ...values, ...changed }),
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="webhook-form">
        <div className="stack">
          <Receiver {...part} />
          <Namespaces {...part} />
        </div>
        <Events {...part} />
      </div>
      {error != null && <Problem error={error} />}
      <div className="row">{children}</div>
    </Form>
  );
}

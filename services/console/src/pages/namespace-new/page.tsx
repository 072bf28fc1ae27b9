import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Field } from '../../parts/field.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { CheckList } from '../namespaces/check-list.tsx';
import { ConfigFields } from '../namespaces/config-fields.tsx';
import { configForms } from '../namespaces/config-forms.ts';
import { type Configs, useChecks } from '../namespaces/use-checks.ts';
import { useConfigForms } from './use-config-forms.ts';

const places = [
  { value: 'INSTALLATION', label: 'As this installation is set up' },
  { value: 'OWN', label: 'With my own model and stores' },
] as const;

type Place = (typeof places)[number]['value'];

/** Tries what was given, then creates the namespace; gives its name, or nothing when something has to be mended. */
function useCreate(checks: ReturnType<typeof useChecks>, onCreated: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ name, configs }: { readonly name: string; readonly configs: Configs }) {
      if (!(await checks.run(configs))) return undefined;
      // They were tried a moment ago.
      return (await api.namespaces.create({ name, ...configs, validate: false })).namespace.name;
    },
    async onSuccess(namespaceId) {
      if (namespaceId === undefined) return;
      onCreated();
      showToast({ tone: 'good', text: `${namespaceId} was created` });
      await queries.invalidateQueries({ queryKey: ['namespaces'] });
      await navigate({ to: '/n/$namespaceId/overview', params: { namespaceId } });
    },
  });
}

/** One card for each of the four configurations. */
const OwnConfigs = ({
  forms,
  issues,
}: {
  readonly forms: ReturnType<typeof useConfigForms>;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}) =>
  configForms.map((form) => (
    <Card key={form.name} title={form.label}>
      <p className="soft">{form.text}</p>
      <ConfigFields
        form={form}
        values={forms.values(form)}
        onChange={(values) => forms.change(form, values)}
        issues={issues}
      />
    </Card>
  ));

/** Creates a namespace: what it is called, where things are kept, and each check as it comes. */
export function Page() {
  const [name, setName, forgetName] = useDraft('namespace-name', '');
  const [place, setPlace] = useState<Place>('INSTALLATION');
  const forms = useConfigForms();
  const checks = useChecks();
  const create = useCreate(checks, () => {
    forgetName();
    forms.forget();
  });
  const issues = [
    ...Object.values(checks.results).flatMap((found) => found ?? []),
    ...issuesOf(create.error),
  ];
  const configs = place === 'OWN' ? forms.configs() : {};
  return (
    <PageFrame title="New namespace">
      <Form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name, configs });
        }}
      >
        <Card title="Name and place">
          <Field
            label="Name"
            value={name}
            onChange={setName}
            placeholder="handbook"
            hint="1 to 64 of a-z A-Z 0-9 . _ -; it cannot be changed later"
            error={issues.find(({ path }) => path === 'name')?.message}
            autoFocus
            isRequired
          />
          <Choice label="Model and stores" value={place} options={places} onChange={setPlace} />
        </Card>
        {place === 'OWN' && <OwnConfigs forms={forms} issues={issues} />}
        <CheckList results={checks.results} />
        {create.error && <Problem error={create.error} />}
        <div className="row">
          <Button type="submit" look="primary" isPending={create.isPending}>
            Check and create
          </Button>
          <Link to="/namespaces">Cancel</Link>
        </div>
      </Form>
    </PageFrame>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Field } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { CheckList } from '../namespaces/check-list.tsx';
import { ConfigFields } from '../namespaces/config-editor.tsx';
import { type CheckedForm, configFormsQuery } from '../namespaces/config-forms.ts';
import {
  type ConfigValues,
  configOf,
  emptyValues,
  isUnset,
  withoutSecrets,
} from '../namespaces/config-values.ts';
import { type Configs, useChecks } from '../namespaces/use-checks.ts';

type AllValues = Readonly<Record<string, ConfigValues | undefined>>;

/** Holds the values of the configurations' forms. They survive a reload, except for secrets, which are kept in memory only. */
function useConfigForms(forms: readonly CheckedForm[]) {
  const [kept, keep, forget] = useDraft<AllValues>('namespace-forms', {});
  const [typed, setTyped] = useState<AllValues>(kept);
  const values = (form: CheckedForm): ConfigValues => typed[form.config] ?? emptyValues(form);
  return {
    values,
    change(form: CheckedForm, next: ConfigValues) {
      setTyped({ ...typed, [form.config]: next });
      keep({ ...kept, [form.config]: withoutSecrets(form, next) });
    },
    /** Returns the configurations for the API, which reports missing fields. */
    configs: (): Configs =>
      Object.fromEntries(
        forms
          .filter((form) => !isUnset(form, values(form)))
          .map((form) => [form.config, configOf(form, values(form))]),
      ),
    forget,
  };
}

const places = [
  { value: 'INSTALLATION', label: 'Defaults of this installation' },
  { value: 'OWN', label: 'My own model and stores' },
] as const;

type Place = (typeof places)[number]['value'];

/**
 * Returns a function that checks the configurations and then creates the namespace; it resolves to its name, or to undefined if a check
 * failed.
 */
function useCreate(checks: ReturnType<typeof useChecks>, onCreated: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useSubmission({
    async mutationFn({ name, configs }: { readonly name: string; readonly configs: Configs }) {
      if (!(await checks.run(configs))) return undefined;
      // They were checked a moment ago.
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

interface OwnConfigsProps {
  readonly forms: readonly CheckedForm[];
  readonly entered: ReturnType<typeof useConfigForms>;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** Cards with the fields of each configuration. */
const OwnConfigs = ({ forms, entered, issues }: OwnConfigsProps) =>
  forms.map((form) => (
    <Card key={form.config} title={form.label}>
      <p className="soft">{form.help}</p>
      <ConfigFields
        form={form}
        values={entered.values(form)}
        onChange={(values) => entered.change(form, values)}
        issues={issues}
      />
    </Card>
  ));

/** Form of a new namespace: its name, its model and stores, and the results of the checks. */
function NewNamespace({ forms }: { readonly forms: readonly CheckedForm[] }) {
  const [name, setName, forgetName] = useDraft('namespace-name', '');
  const [place, setPlace] = useState<Place>('INSTALLATION');
  const entered = useConfigForms(forms);
  const checks = useChecks(forms);
  const create = useCreate(checks, () => {
    forgetName();
    entered.forget();
  });
  const issues = [
    ...Object.values(checks.results).flatMap((found) => found ?? []),
    ...issuesOf(create.error),
  ];
  const configs = place === 'OWN' ? entered.configs() : {};
  return (
    <Form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ name, configs });
      }}
    >
      <Card title="Name and providers">
        <Field
          label="Name"
          value={name}
          onChange={setName}
          placeholder="handbook"
          hint="1 to 64 letters, digits, dots, underscores and hyphens; cannot be changed later"
          error={issues.find(({ path }) => path === 'name')?.message}
          autoFocus
          isRequired
        />
        <Choice label="Model and stores" value={place} options={places} onChange={setPlace} />
      </Card>
      {place === 'OWN' && <OwnConfigs forms={forms} entered={entered} issues={issues} />}
      <CheckList forms={forms} results={checks.results} />
      {create.error && <Problem error={create.error} />}
      <div className="row">
        <Button type="submit" look="primary" isPending={create.isPending}>
          Create namespace
        </Button>
        <Link to="/namespaces">Cancel</Link>
      </div>
    </Form>
  );
}

/** Page that creates a namespace. */
export function Page() {
  const forms = useQuery(configFormsQuery);
  return (
    <PageFrame title="New namespace">
      <Loaded query={forms} rows={8}>
        {({ checked }) => <NewNamespace forms={checked} />}
      </Loaded>
    </PageFrame>
  );
}

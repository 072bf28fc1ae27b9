import { Icon } from '../../parts/icon.tsx';
import { type CheckedForm, ConfigFields, configFormsQuery } from '../namespaces/config-editor.tsx';
import '../namespaces/namespaces.css';
import type { Input } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Choice, Field } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Card, Loaded, Page as PageFrame } from '../../parts/page.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import {
  type ConfigValues,
  configOf,
  emptyValues,
  isUnset,
  withoutSecrets,
} from '../namespaces/config-values.ts';

const looks = {
  busy: { icon: 'refresh', words: 'is being checked …' },
  good: { icon: 'check', words: 'works' },
  bad: { icon: 'warning', words: '' },
} as const;

interface CheckListProps {
  readonly forms: readonly CheckedForm[];
  readonly results: CheckResults;
}

/** List of the checks of a new namespace, each with its result. */
const CheckList = ({ forms, results }: CheckListProps) => (
  <ul className="checks" aria-label="Checks" aria-live="polite">
    {forms
      .filter(({ config }) => config in results)
      .map(({ config, label }) => {
        const issues = results[config];
        const state = issues === undefined ? 'busy' : issues.length > 0 ? 'bad' : 'good';
        const { icon, words } = looks[state];
        return (
          <li key={config} className={`check check-${state}`}>
            <Icon name={icon} />
            <span>
              <strong>{label}</strong> {issues?.map(({ message }) => message).join('; ') || words}
            </span>
          </li>
        );
      })}
  </ul>
);

/** Configurations in the form of the API. */
type Configs = Omit<Input<'POST /v1/namespaces/check'>, 'only'>;

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Errors by configuration: empty if it works, undefined while it is being checked. */
type CheckResults = Partial<Record<CheckedForm['config'], readonly Issue[] | undefined>>;

/** Checks all configurations concurrently, and shows each result when it arrives. */
function useChecks(forms: readonly CheckedForm[]) {
  const [results, setResults] = useState<CheckResults>({});
  /** Checks the configurations; resolves to whether all of them work. */
  async function run(configs: Configs): Promise<boolean> {
    const checked = forms.filter(({ required, config }) => required || config in configs);
    setResults(Object.fromEntries(checked.map(({ config }) => [config, undefined])));
    const check = async ({ config }: CheckedForm) => {
      const { issues } = await api.namespaces.check({ ...configs, only: [config] });
      setResults((before) => ({ ...before, [config]: issues }));
      return issues.length === 0;
    };
    try {
      return (await Promise.all(checked.map(check))).every(Boolean);
    } catch (error) {
      // The service rejected the request, so that nothing was checked.
      setResults({});
      throw error;
    }
  }
  return { results, run };
}

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
      // The configurations were checked a moment ago.
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
      action="Create namespace"
      isNarrow
      isPending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ name, configs })}
      aside={<Link to="/namespaces">Cancel</Link>}
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

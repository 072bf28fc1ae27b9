import type { GoldenSet, Input, Namespace } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { namespacesQuery } from '../../api/queries.ts';
import { tenant } from '../../api/tenant.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/check.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { DetailTitle } from '../../parts/detail.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';
import { goldenSetsQuery } from '../evaluations/evaluation-queries.ts';
import { configOfWeights, type SemanticWeight, weights } from '../evaluations/weights.ts';
import { ConfigFields } from '../namespaces/config-editor.tsx';
import { type CheckedForm, configFormsQuery } from '../namespaces/config-forms.ts';
import { configOf, isUnset, valuesOf } from '../namespaces/config-values.ts';

type Changes = Input<'POST /v1/namespaces/{namespaceId}/gated-changes'>['changes'];

/** What decides what searches find. */
const gated: readonly string[] = [
  'embeddingModelConfig',
  'contextModelConfig',
  'chunkConfig',
  'rerankConfig',
  'vectorStorageConfig',
];

interface ProposalProps {
  readonly namespace: Namespace;
  readonly sets: readonly GoldenSet[];
  readonly forms: readonly CheckedForm[];
}

/** Sends the proposal and shows it. */
function usePropose(namespaceId: string) {
  const tenantId = useStore(tenant);
  const navigate = useNavigate();
  const client = useQueryClient();
  return useSubmission({
    mutationFn: (proposal: Omit<Input<'POST /v1/namespaces/{namespaceId}/gated-changes'>, 'namespaceId'>) =>
      api.gatedChanges.create({ namespaceId, ...proposal }, { ...(tenantId && { tenantId }) }),
    async onSuccess({ gatedChange }) {
      await client.invalidateQueries({ queryKey: ['gated-changes', namespaceId] });
      const params = { namespaceId, gatedChangeId: gatedChange.id };
      await navigate({ to: '/n/$namespaceId/gated-changes/$gatedChangeId', params });
    },
  });
}

/** What a change is judged by: a golden set, and how it is searched. */
interface JudgedBy {
  readonly goldenSetId: string | undefined;
  readonly semantic: SemanticWeight;
  readonly isReranked: boolean;
  readonly isManual: boolean;
}

interface JudgedProps {
  readonly sets: readonly GoldenSet[];
  readonly search: JudgedBy;
  readonly onChange: (search: JudgedBy) => void;
  readonly canRerank: boolean;
}

const Judged = ({ sets, search, onChange, canRerank }: JudgedProps) => (
  <Card title="What must not get worse">
    <Choice
      label="Golden set"
      value={search.goldenSetId}
      options={sets.map(({ id, name, questionCount }) => ({
        value: id,
        label: `${name} (${questionCount} questions)`,
      }))}
      onChange={(goldenSetId) => onChange({ ...search, goldenSetId })}
    />
    <Choice
      label="Search"
      value={search.semantic}
      options={weights}
      onChange={(semantic) => onChange({ ...search, semantic })}
    />
    <Check
      isOn={search.isManual}
      onChange={(isManual) => onChange({ ...search, isManual })}
      hint="It is evaluated, and then waits for you to accept or refuse it"
    >
      Decide yourself
    </Check>
    {canRerank && (
      <Check isOn={search.isReranked} onChange={(isReranked) => onChange({ ...search, isReranked })}>
        With the reranker of the namespace
      </Check>
    )}
  </Card>
);

/** The change of one configuration, and how it is evaluated. */
function proposalOf(
  form: CheckedForm,
  values: ReturnType<typeof valuesOf>,
  { semantic, isReranked, isManual }: JudgedBy,
) {
  const config = isUnset(form, values) ? null : configOf(form, values);
  const rerank = isReranked || form.config === 'rerankConfig';
  return {
    changes: { [form.config]: config } as Changes,
    config: { ...configOfWeights(semantic), ...(rerank && { rerank: {} }) },
    decision: isManual ? ('MANUAL' as const) : ('AUTOMATIC' as const),
  };
}

/** The form of a change: one configuration, and the golden set that it must not make worse. */
function Proposal({ namespace, sets, forms }: ProposalProps) {
  const [name, setName] = useState(forms[0]?.config ?? '');
  const form = forms.find(({ config }) => config === name) ?? forms[0];
  const [entered, setEntered] = useState<Readonly<Record<string, ReturnType<typeof valuesOf>>>>({});
  const [search, setSearch] = useState<JudgedBy>({
    goldenSetId: sets[0]?.id,
    semantic: '0.5',
    isReranked: false,
    isManual: false,
  });
  const propose = usePropose(namespace.name);
  if (!form) return null;
  const values = entered[form.config] ?? valuesOf(form, namespace[form.config]);
  return (
    <Form
      className="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        const { goldenSetId } = search;
        if (goldenSetId) propose.mutate({ goldenSetId, ...proposalOf(form, values, search) });
      }}
    >
      <Card title="What is changed">
        <Choice
          label="Configuration"
          value={form.config}
          options={forms.map(({ config, label }) => ({ value: config, label }))}
          onChange={setName}
        />
        <ConfigFields
          form={form}
          values={values}
          onChange={(next) => setEntered({ ...entered, [form.config]: next })}
          issues={issuesOf(propose.error).map(({ path, message }) => ({
            path: path.replace(/^changes\./, ''),
            message,
          }))}
        />
      </Card>
      <Judged
        sets={sets}
        search={search}
        onChange={setSearch}
        canRerank={form.config !== 'rerankConfig' && namespace.rerankConfig !== null}
      />
      {propose.error && <Problem error={propose.error} />}
      <div className="row">
        <Button type="submit" look="primary" isPending={propose.isPending}>
          Try the change
        </Button>
        <Link to="/n/$namespaceId/evaluations" params={{ namespaceId: namespace.name }}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

/** Proposes a change of a namespace that is applied only if a golden set does not get worse. */
export function Page() {
  const namespaceId = useNamespaceId();
  const forms = useQuery(configFormsQuery);
  const sets = useQuery(goldenSetsQuery(namespaceId, useStore(tenant)));
  const namespace = useQuery({
    queryKey: [...namespacesQuery.queryKey, namespaceId],
    queryFn: async ({ signal }) => (await api.namespaces.get({ namespaceId }, { signal })).namespace,
  });
  const back = (
    <Link to="/n/$namespaceId/evaluations" params={{ namespaceId }} aria-label="All evaluations">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame title={<DetailTitle back={back} name="Try a change" />} tab="Try a change">
      <p className="soft">
        The change is built beside the current configuration, which no search notices, and the golden set is
        evaluated with both. It is applied unless the set gets worse by more than chance explains.
      </p>
      <Loaded query={forms} rows={6}>
        {({ checked }) => (
          <Loaded query={namespace}>
            {(own) => (
              <Loaded query={sets}>
                {(rows) => {
                  const usable = rows.filter(({ questionCount }) => questionCount > 0);
                  return usable.length === 0 ? (
                    <Empty
                      icon="check"
                      title="No questions yet"
                      text="A change is judged by a golden set with accepted questions."
                    />
                  ) : (
                    <Proposal
                      namespace={own}
                      sets={usable}
                      forms={checked.filter(({ config }) => gated.includes(config))}
                    />
                  );
                }}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </PageFrame>
  );
}

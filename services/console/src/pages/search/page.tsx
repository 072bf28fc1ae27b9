import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ExistingNamespace } from '../../parts/existing-namespace.tsx';
import { TextFilter } from '../../parts/list.tsx';
import { Card, Empty, Fold, Page as PageFrame } from '../../parts/page.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSettled, useTypedText } from '../../use-search-text.ts';
import { sourceFilters } from '../documents/source-filter.ts';
import { CopyAs } from './copy-as.tsx';
import { ResultList } from './result-list.tsx';
import {
  defaultSettings,
  type Kind,
  maxResults,
  modes,
  type SearchSettings,
  useSettings,
  type Written,
} from './settings.ts';
import { Why } from './why/why.tsx';
import './search.css';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Choice, Field, Slider } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nextId } from '../../parts/next-id.ts';
import { conditions, type FilterRow, filterOf, needsNoValue, rowsOf } from './filter.ts';

interface RowProps {
  readonly row: FilterRow;
  readonly onChange: (row: FilterRow) => void;
  readonly onRemove: () => void;
}

const Row = ({ row, onChange, onRemove }: RowProps) => (
  <div className="filter-row">
    <Field
      label="Field"
      value={row.name}
      onChange={(name) => onChange({ ...row, name })}
      placeholder="team"
    />
    <Choice
      label="Condition"
      value={row.condition}
      options={conditions}
      onChange={(condition) => onChange({ ...row, condition })}
    />
    {needsNoValue(row.condition) ? (
      <span />
    ) : (
      <Field
        label="Value"
        value={row.text}
        onChange={(text) => onChange({ ...row, text })}
        placeholder={row.condition === 'in' ? 'one, another' : ''}
      />
    )}
    <Button
      look="quiet"
      isIcon
      aria-label={`Remove the condition on ${row.name || 'this field'}`}
      onPress={onRemove}
    >
      <Icon name="close" />
    </Button>
  </div>
);

interface KeptRow extends FilterRow {
  readonly id: number;
}

interface FilterRowsProps {
  readonly filter: SearchSettings['filter'];
  readonly onChange: (filter: SearchSettings['filter']) => void;
}

/** Rows of conditions on metadata. `onChange` receives the filter that they form. */
function FilterRows({ filter, onChange }: FilterRowsProps) {
  const [rows, setRows] = useState<readonly KeptRow[]>(() =>
    rowsOf(filter).map((row, id) => ({ ...row, id })),
  );
  function change(next: readonly KeptRow[]) {
    setRows(next);
    onChange(filterOf(next));
  }
  return (
    <div className="stack">
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          onChange={(changed) => change(rows.with(index, { ...changed, id: row.id }))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button onPress={() => change([...rows, { id: nextId(rows), name: '', condition: 'is', text: '' }])}>
          <Icon name="plus" />
          Add condition
        </Button>
      </div>
      {filter && <CodeBlock label="the filter" text={JSON.stringify(filter, null, 2)} />}
    </div>
  );
}

interface SettingsCardProps {
  readonly settings: SearchSettings;
  readonly onChange: (written: Written) => void;
}

/** Pause after which typing counts as finished, in milliseconds. */
const restMs = 150;

/** Field of the query. The address is updated after a pause. */
function QueryField({ settings, onChange }: SettingsCardProps) {
  const typed = useTypedText(settings.query, (query) => onChange({ q: query || undefined }), restMs);
  return (
    <div className="search-box">
      <Field
        label="What are you looking for?"
        {...typed}
        placeholder="How many days of leave do I have?"
        maxLength={8_000}
        autoFocus
      />
    </div>
  );
}

const percent = (share: number) => Math.round(100 * share);

const Weights = ({ settings, onChange }: SettingsCardProps) => (
  <Slider
    label="Meaning : words"
    value={settings.semanticWeight}
    min={0}
    max={1}
    step={0.05}
    format={(share) => `${percent(share)} : ${percent(1 - share)}`}
    onChange={(weight) =>
      onChange({ weight: weight === defaultSettings.semanticWeight ? undefined : weight.toFixed(2) })
    }
  />
);

const Numbers = ({ settings, onChange }: SettingsCardProps) => (
  <>
    <Slider
      label="Results"
      value={settings.topK}
      min={1}
      max={maxResults}
      step={1}
      format={String}
      onChange={(top) => onChange({ top: top === 10 ? undefined : String(top) })}
    />
    <Slider
      label="Minimum score"
      value={settings.scoreThreshold}
      min={0}
      max={1}
      step={0.01}
      format={(score) => score.toFixed(2)}
      onChange={(least) => onChange({ least: least === 0 ? undefined : least.toFixed(2) })}
    />
  </>
);

const conditionsTitle = ({ filter, source }: SearchSettings) => {
  const count = Object.keys({ ...filter, ...source }).length;
  return count === 0 ? 'Filters and limits' : `Filters and limits (${count})`;
};

function TenantField({ settings, onChange }: SettingsCardProps) {
  const typed = useTypedText(
    settings.tenantId,
    (tenant) => onChange({ tenant: tenant || undefined }),
    restMs,
  );
  return <Field label="Tenant" {...typed} placeholder="All tenants" autoComplete="off" />;
}

/** Card with the settings of a search. */
const SettingsCard = ({ settings, onChange }: SettingsCardProps) => (
  <Card>
    <QueryField settings={settings} onChange={onChange} />
    <div className="search-settings">
      <Choice
        label="Search mode"
        value={settings.mode}
        options={modes}
        onChange={(mode) => onChange({ mode: mode === 'both' ? undefined : mode })}
      />
      {settings.mode !== 'semantic' && <Weights settings={settings} onChange={onChange} />}
    </div>
    <Fold title={conditionsTitle(settings)}>
      <div className="search-settings">
        <Numbers settings={settings} onChange={onChange} />
      </div>
      <FilterRows
        filter={settings.filter}
        onChange={(filter) => onChange({ filter: filter && JSON.stringify(filter) })}
      />
      <div className="filters">
        {sourceFilters.map((filter) => (
          <TextFilter key={filter.name} {...filter} />
        ))}
      </div>
      <TenantField settings={settings} onChange={onChange} />
    </Fold>
  </Card>
);

const settleMs = 250;

const kindsOf = { both: ['hybrid', 'semantic'], hybrid: ['hybrid'], semantic: ['semantic'] } as const;

const Nothing = ({ namespaceId }: { readonly namespaceId: string }) => (
  <Empty
    icon="search"
    title="Enter a question or words"
    text="The search by meaning finds passages that answer a question in other words. The search by words finds codes and names as they are written."
    action={
      <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
        Ingest documents
      </Link>
    }
  />
);

/** Returns the settings once the user has stopped typing or moving a slider. */
function useSettledSettings(settings: SearchSettings): SearchSettings {
  const written = useSettled(JSON.stringify(settings), settleMs);
  return useMemo(() => JSON.parse(written) as SearchSettings, [written]);
}

/** Page that searches a namespace and explains the results. */
export function Page() {
  const namespaceId = useNamespaceId();
  const [settings, change] = useSettings();
  const settled = useSettledSettings(settings);
  const kinds: readonly Kind[] = kindsOf[settings.mode];
  const kind = settings.mode === 'semantic' ? 'semantic' : 'hybrid';
  const hasQuery = settled.query.trim() !== '';
  return (
    <PageFrame
      title="Search"
      actions={hasQuery && <CopyAs namespaceId={namespaceId} kind={kind} settings={settings} />}
    >
      <ExistingNamespace namespaceId={namespaceId}>
        <SettingsCard key={namespaceId} settings={settings} onChange={change} />
        {hasQuery ? (
          <>
            <div className="result-lists">
              {kinds.map((each) => (
                <ResultList key={each} namespaceId={namespaceId} kind={each} settings={settled} />
              ))}
            </div>
            <Why namespaceId={namespaceId} kind={kind} settings={settled} />
          </>
        ) : (
          <Nothing namespaceId={namespaceId} />
        )}
      </ExistingNamespace>
    </PageFrame>
  );
}

import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Card, Fold } from '../../parts/page.tsx';
import { Slider } from '../../parts/slider.tsx';
import { useTypedText } from '../../use-typed-text.ts';
import { FilterRows } from './filter-rows.tsx';
import { defaultSettings, maxResults, modes, type SearchSettings, type Written } from './settings.ts';

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

const conditionsTitle = (filter: SearchSettings['filter']) => {
  const count = Object.keys(filter ?? {}).length;
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
export const SettingsCard = ({ settings, onChange }: SettingsCardProps) => (
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
    <Fold title={conditionsTitle(settings.filter)}>
      <div className="search-settings">
        <Numbers settings={settings} onChange={onChange} />
      </div>
      <FilterRows
        filter={settings.filter}
        onChange={(filter) => onChange({ filter: filter && JSON.stringify(filter) })}
      />
      <TenantField settings={settings} onChange={onChange} />
    </Fold>
  </Card>
);

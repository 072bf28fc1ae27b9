import type { SearchTimings } from '@docfleet/sdk';

/** Steps of a search in their order. */
const steps = [
  { key: 'embed', label: 'embedding' },
  { key: 'store', label: 'vector store' },
  { key: 'rows', label: 'documents' },
  { key: 'texts', label: 'texts' },
  { key: 'explain', label: 'scores' },
] as const satisfies readonly { key: keyof SearchTimings; label: string }[];

/** List of the steps of a search with their durations in milliseconds. */
export function Timings({ timings }: { readonly timings: SearchTimings }) {
  const longest = Math.max(1, ...steps.map(({ key }) => timings[key]));
  return (
    <dl className="timings" aria-label="Time by step">
      {steps.map(({ key, label }) => (
        <div key={key} className="timing">
          <dt>{label}</dt>
          <dd>
            <span className="timing-bar" aria-hidden="true">
              <span style={{ width: `${(100 * timings[key]) / longest}%` }} />
            </span>
            {timings[key].toFixed(timings[key] < 10 ? 1 : 0)} ms
          </dd>
        </div>
      ))}
    </dl>
  );
}

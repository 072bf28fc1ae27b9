import { Icon } from '../../parts/icon.tsx';
import type { CheckedForm } from './config-forms.ts';
import type { CheckResults } from './use-checks.ts';
import './check-list.css';

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
export const CheckList = ({ forms, results }: CheckListProps) => (
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

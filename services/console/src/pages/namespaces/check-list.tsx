import { Icon } from '../../parts/icon.tsx';
import { configForms } from './config-forms.ts';
import type { CheckResults } from './use-checks.ts';
import './check-list.css';

const looks = {
  busy: { icon: 'refresh', words: 'is being tried …' },
  good: { icon: 'check', words: 'works' },
  bad: { icon: 'warning', words: '' },
} as const;

/** What the service tries before it accepts a namespace, each with what came of it. */
export const CheckList = ({ results }: { readonly results: CheckResults }) => (
  <ul className="checks" aria-label="Checks" aria-live="polite">
    {configForms
      .filter(({ name }) => name in results)
      .map(({ name, label }) => {
        const issues = results[name];
        const state = issues === undefined ? 'busy' : issues.length > 0 ? 'bad' : 'good';
        const { icon, words } = looks[state];
        return (
          <li key={name} className={`check check-${state}`}>
            <Icon name={icon} />
            <span>
              <strong>{label}</strong> {issues?.map(({ message }) => message).join('; ') || words}
            </span>
          </li>
        );
      })}
  </ul>
);

import { useQuery } from '@tanstack/react-query';
import { sessionQuery, signOut } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { ShownName } from '../parts/shown-name.tsx';
import { useStore } from '../store.ts';
import { useSubmission } from '../use-submission.ts';
import { chooseTheme, theme, themes } from './theme.ts';

const themeLabels = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Loads the sign-in page as a new document, so that no data remains in memory. */
const leave = () => location.assign('/console/sign-in');

/** Section of the sidebar with the choice of a theme, the current session, and the button to sign out. */
export function Account() {
  const { data: session } = useQuery(sessionQuery);
  const { mutate, isPending } = useSubmission({ mutationFn: signOut, onSuccess: leave });
  const options = themes.map((value) => ({ value, label: themeLabels[value] }));
  return (
    <div className="account">
      <Choice label="Theme" value={useStore(theme)} options={options} onChange={chooseTheme} />
      <div className="row row-apart">
        <p className="account-name">
          <strong>
            <ShownName>{session?.organization.name ?? ''}</ShownName>
          </strong>
          <span className="soft small">
            <ShownName>{session?.apiKey.name ?? ''}</ShownName>
          </span>
        </p>
        <Button look="quiet" isIcon aria-label="Sign out" isPending={isPending} onPress={() => mutate()}>
          <Icon name="leave" />
        </Button>
      </div>
    </div>
  );
}

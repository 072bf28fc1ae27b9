import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';

/** Shown where a page failed. After an upgrade the files of an open page are gone: reloading helps. */
export const Fault = ({ error, reset }: ErrorComponentProps) => (
  <Page title="That did not work">
    <Problem error={error} onRetry={reset} />
    <div>
      <Button onPress={() => location.reload()}>Reload the page</Button>
    </div>
  </Page>
);

/** Shown where no page exists. */
export const Nowhere = () => (
  <Page title="There is no such page">
    <Empty
      icon="search"
      title="Nothing is at this address"
      text="It may be mistyped, or what it showed is gone."
      action={<Link to="/">Go to the start</Link>}
    />
  </Page>
);

import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';

/** Error page of a page that failed. After an upgrade the files of an open page are gone: reloading helps. */
export const Fault = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed">
    <Problem error={error} onRetry={reset} />
    <div>
      <Button onPress={() => location.reload()}>Reload the page</Button>
    </div>
  </Page>
);

/** Error page of an unknown address. */
export const NotFound = () => (
  <main>
    <Page title="Page not found">
      <Empty
        icon="search"
        title="Nothing at this address"
        text="The address may be wrong, or its content was deleted."
        action={<Link to="/">Go to the overview</Link>}
      />
    </Page>
  </main>
);

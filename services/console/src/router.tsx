import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queries, sessionQuery } from './api/client.ts';
import { loadPage } from './api/console-fetch.ts';
import { Button } from './parts/button.tsx';
import type { IconName } from './parts/icon.tsx';
import { Empty, Page } from './parts/page.tsx';
import { Problem } from './parts/problem.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { Shell } from './shell/shell.tsx';

/** Error page of a page that failed. After an upgrade the files of an open page are gone: reloading helps. */
const Fault = ({ error, reset }: ErrorComponentProps) => (
  <Page title="This page failed">
    <Problem error={error} onRetry={reset} />
    <div>
      <Button onPress={() => location.reload()}>Reload the page</Button>
    </div>
  </Page>
);

/** Error page of an unknown address. */
const NotFound = () => (
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

/** Entry of a page in the navigation, among those of the namespace or of the organization. */
interface NavigationEntry {
  readonly label: string;
  readonly icon: IconName;
  readonly group: 'namespace' | 'organization';
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly navigation?: NavigationEntry;
    /** Extension that the page belongs to; unset for a page of the core. */
    readonly extension?: string;
  }
  interface Register {
    readonly router: typeof router;
  }
}

/** Parameters of the address: plain texts, which are not trusted. */
type Search = Readonly<Record<string, string | undefined>>;

/** Parses the parameters of the address. Undefined ones are removed: as texts they would be `undefined`. */
const readSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

const root = createRootRoute({
  validateSearch: readSearch,
  errorComponent: Fault,
  notFoundComponent: NotFound,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./pages/sign-in/page.tsx'), 'Page'),
});

/** Route of all pages that require a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ location }) {
    const session = await queries.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
});

interface PageOptions {
  readonly navigation?: NavigationEntry;
  /** Without this extension of the service the page does not exist. */
  readonly extension?: string;
}

/** Returns the route of a page: its path, its module, which is loaded on demand, its entry in the navigation and its extension. */
const page = <const Path extends string>(
  path: Path,
  load: () => Promise<{ Page: ComponentType }>,
  { navigation, extension }: PageOptions = {},
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: lazyRouteComponent(() => loadPage(load), 'Page'),
    staticData: { ...(navigation && { navigation }), ...(extension && { extension }) },
    async beforeLoad() {
      const session = extension && (await queries.ensureQueryData(sessionQuery));
      if (session && !session.extensions.includes(extension)) throw notFound();
    },
  });

/** Routes of the pages, in the order of the navigation. */
const pages = [
  page('/', () => import('./pages/home/page.tsx')),
  page('/n/$namespaceId/overview', () => import('./pages/overview/page.tsx'), {
    navigation: { label: 'Overview', icon: 'overview', group: 'namespace' },
  }),
  page('/n/$namespaceId/documents', () => import('./pages/documents/page.tsx'), {
    navigation: { label: 'Documents', icon: 'documents', group: 'namespace' },
  }),
  page('/n/$namespaceId/documents/$documentId', () => import('./pages/document/page.tsx')),
  page('/n/$namespaceId/ingest', () => import('./pages/ingest/page.tsx'), {
    navigation: { label: 'Ingest', icon: 'ingest', group: 'namespace' },
  }),
  page('/n/$namespaceId/runs', () => import('./pages/runs/page.tsx'), {
    navigation: { label: 'Job runs', icon: 'runs', group: 'namespace' },
  }),
  page('/n/$namespaceId/runs/$runId', () => import('./pages/run/page.tsx')),
  page('/n/$namespaceId/search', () => import('./pages/search/page.tsx'), {
    navigation: { label: 'Search', icon: 'search', group: 'namespace' },
  }),
  page('/n/$namespaceId/ask', () => import('./pages/ask/page.tsx'), {
    navigation: { label: 'Ask', icon: 'ask', group: 'namespace' },
    extension: 'answers',
  }),
  page('/n/$namespaceId/evaluations', () => import('./pages/evaluations/page.tsx'), {
    navigation: { label: 'Evaluation', icon: 'check', group: 'namespace' },
    extension: 'evaluations',
  }),
  page('/n/$namespaceId/golden-sets/$goldenSetId', () => import('./pages/golden-set/page.tsx'), {
    extension: 'evaluations',
  }),
  page('/n/$namespaceId/evaluations/$evaluationId', () => import('./pages/evaluation/page.tsx'), {
    extension: 'evaluations',
  }),
  page('/n/$namespaceId/connections', () => import('./pages/connections/page.tsx'), {
    navigation: { label: 'Connections', icon: 'connections', group: 'namespace' },
  }),
  page('/n/$namespaceId/connections/new', () => import('./pages/connection-new/page.tsx')),
  page('/n/$namespaceId/connections/$connectionId', () => import('./pages/connection/page.tsx')),
  page('/n/$namespaceId/settings', () => import('./pages/namespace-settings/page.tsx'), {
    navigation: { label: 'Settings', icon: 'settings', group: 'namespace' },
  }),
  page('/namespaces', () => import('./pages/namespaces/page.tsx'), {
    navigation: { label: 'Namespaces', icon: 'namespaces', group: 'organization' },
  }),
  page('/namespaces/new', () => import('./pages/namespace-new/page.tsx')),
  page('/webhooks', () => import('./pages/webhooks/page.tsx'), {
    navigation: { label: 'Webhooks', icon: 'webhooks', group: 'organization' },
  }),
  page('/webhooks/new', () => import('./pages/webhook-new/page.tsx')),
  page('/webhooks/$webhookId', () => import('./pages/webhook/page.tsx')),
  page('/webhooks/$webhookId/edit', () => import('./pages/webhook-edit/page.tsx')),
  page('/webhooks/$webhookId/deliveries/$deliveryId', () => import('./pages/webhook-delivery/page.tsx')),
  page('/api-keys', () => import('./pages/api-keys/page.tsx'), {
    navigation: { label: 'API keys', icon: 'keys', group: 'organization' },
  }),
  page('/audit-events', () => import('./pages/audit-events/page.tsx'), {
    navigation: { label: 'Audit trail', icon: 'audit', group: 'organization' },
  }),
  page('/usage', () => import('./pages/usage/page.tsx'), {
    navigation: { label: 'Usage', icon: 'usage', group: 'organization' },
  }),
] as const;

/** Address of a namespace without a page, as people shorten one. */
const bare = createRoute({
  getParentRoute: () => signedIn,
  path: '/n/$namespaceId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/n/$namespaceId/overview', params });
  },
});

/** Router of the console. */
export const router = createRouter({
  routeTree: root.addChildren([signIn, signedIn.addChildren([bare, ...pages])]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: Fault,
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

// The first page of a visit keeps the browser's own beginning, before the link that skips the navigation.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) keepFocus();
});

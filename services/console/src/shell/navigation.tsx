import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { namespacesQuery, useHasExtension } from '../api/client.ts';
import { Choice } from '../parts/fields.tsx';
import { Icon } from '../parts/icon.tsx';
import { useCurrentNamespace } from '../use-namespace.ts';

/** Select box that opens the same page of another namespace: `/n/one/documents/5` leads to `/n/other/documents`. */
function NamespaceSwitcher({
  namespaceId,
  onGo,
}: {
  readonly namespaceId: string;
  readonly onGo: (() => void) | undefined;
}) {
  const { data: namespaces = [] } = useQuery(namespacesQuery);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const names = namespaces.map(({ name }) => name);
  const options = (names.includes(namespaceId) ? names : [namespaceId, ...names]).map((name) => ({
    value: name,
    label: name,
  }));
  function goTo(name: string) {
    const [, section = 'overview'] = /\/n\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
    void navigate({ to: `/n/$namespaceId/${section}`, params: { namespaceId: name } });
    onGo?.();
  }
  return <Choice label="Namespace" value={namespaceId} options={options} onChange={goTo} />;
}

/** Entry of the navigation. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly group: 'namespace' | 'organization';
}

/** Returns the pages of the navigation that the service has, in the order of the router. */
export function usePlaces(): Place[] {
  const router = useRouter();
  const hasExtension = useHasExtension();
  return Object.values(router.routesById).flatMap(({ fullPath, options }) => {
    const { navigation, extension } = options.staticData ?? {};
    const isThere = extension === undefined || hasExtension(extension);
    return navigation && isThere ? [{ to: fullPath, ...navigation }] : [];
  });
}

function Places({
  label,
  places,
  namespaceId,
  onGo,
}: {
  readonly label: string;
  readonly places: readonly Place[];
  readonly namespaceId: string;
  readonly onGo: (() => void) | undefined;
}) {
  return (
    <ul className="places" aria-label={label}>
      {places.map(({ to, label: name, icon }) => (
        <li key={to}>
          <Link to={to} params={{ namespaceId }} className="place" {...(onGo && { onClick: onGo })}>
            <Icon name={icon} />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Navigation of the console. `onGo` is called when a link is followed. */
export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  const places = usePlaces();
  const namespaceId = useCurrentNamespace();
  const of = (group: Place['group']) => places.filter((place) => place.group === group);
  return (
    <nav className="navigation" aria-label="Pages">
      {namespaceId !== undefined && (
        <>
          <NamespaceSwitcher namespaceId={namespaceId} onGo={onGo} />
          <Places label="Namespace" places={of('namespace')} namespaceId={namespaceId} onGo={onGo} />
        </>
      )}
      <Places label="Organization" places={of('organization')} namespaceId={namespaceId ?? ''} onGo={onGo} />
    </nav>
  );
}

import { Link, useRouter } from '@tanstack/react-router';
import { Icon } from '../parts/icon.tsx';
import { useCurrentNamespace } from '../use-namespace.ts';
import { NamespaceSwitcher } from './namespace-switcher.tsx';

/** Entry of the navigation. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly group: 'namespace' | 'organization';
}

/** Returns the pages of the navigation, in the order of the router. */
export function usePlaces(): Place[] {
  const router = useRouter();
  return Object.values(router.routesById).flatMap(({ fullPath, options }) => {
    const navigation = options.staticData?.navigation;
    return navigation ? [{ to: fullPath, ...navigation }] : [];
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

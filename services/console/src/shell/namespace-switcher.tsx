import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { namespacesQuery } from '../api/queries.ts';
import { Choice } from '../parts/choice.tsx';

/** Select box that opens the same page of another namespace: `/n/one/documents/5` leads to `/n/other/documents`. */
export function NamespaceSwitcher({
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

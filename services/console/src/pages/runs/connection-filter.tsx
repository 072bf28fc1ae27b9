import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { shorten } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSearchText } from '../../use-search-text.ts';

/** Button with the connection whose runs are shown; pressing it shows all runs. */
export function ConnectionFilter({ namespaceId }: { readonly namespaceId: string }) {
  const [connectionId, setConnectionId] = useSearchText('connection');
  const { data } = useQuery({
    queryKey: ['connections', 'name', namespaceId, connectionId],
    enabled: connectionId !== '',
    queryFn: async ({ signal }) =>
      (await api.connections.get({ namespaceId, connectionId }, { signal })).connection.name,
  });
  if (connectionId === '') return null;
  const name = data === undefined ? 'One connection' : shorten(data, 40);
  return (
    <Button onPress={() => setConnectionId('')} aria-label={`${name}: show the runs of all connections`}>
      {name} <Icon name="close" />
    </Button>
  );
}

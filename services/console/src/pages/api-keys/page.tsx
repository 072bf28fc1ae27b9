import type { ApiKey } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { ShownName } from '../../parts/shown-name.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { nextPageOf, usePages } from '../../use-pages.ts';
import { KeyDialog } from './key-dialog.tsx';
import { NewKey } from './new-key.tsx';
import { scopeLabelOf } from './scopes.ts';

const keyOf = ({ id }: ApiKey) => id;

const columnsOf = (ownId: string | undefined, open: (id: string) => void): readonly Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <LinkButton onPress={() => open(id)}>
        <bdi>
          <ShownName>{name}</ShownName>
        </bdi>
        {id === ownId && ' (yours)'}
      </LinkButton>
    ),
  },
  { key: 'status', header: 'Status', width: '7rem', cell: ({ status }) => <Badge state={status} /> },
  { key: 'key', header: 'Key', from: 'desktop', cell: ({ prefix }) => <code>{`${prefix}_****`}</code> },
  { key: 'scope', header: 'Scope', width: '5.5rem', from: 'tablet', cell: scopeLabelOf },
  {
    key: 'used',
    header: 'Last used',
    width: '8.5rem',
    from: 'tablet',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt.isoString} /> : 'never'),
  },
  {
    key: 'expires',
    header: 'Expires',
    width: '8.5rem',
    from: 'desktop',
    cell: ({ expiresAt }) => (expiresAt ? <TimeAgo at={expiresAt.isoString} /> : 'never'),
  },
];

/** Page with the API keys of the organization. */
export function Page() {
  const [isNew, setNew] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const { data: session } = useQuery(sessionQuery);
  const ownId = session?.apiKey.id;
  const query = usePages({
    queryKey: ['api-keys', 'list'],
    load: (page, options) => api.apiKeys.list(page, options),
  });
  const keys = query.data?.pages.flatMap(({ apiKeys }) => apiKeys) ?? [];
  const opened = keys.find(({ id }) => id === openId);
  return (
    <PageFrame
      title="API keys"
      actions={
        <Button look="primary" onPress={() => setNew(true)}>
          <Icon name="plus" /> New key
        </Button>
      }
    >
      <Loaded query={query}>
        {({ pages }, shown) => (
          <Table
            label="API keys"
            columns={columnsOf(ownId, setOpenId)}
            rows={pages.flatMap(({ apiKeys }) => apiKeys)}
            keyOf={keyOf}
            onEnd={nextPageOf(shown)}
          />
        )}
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {opened && (
        <KeyDialog apiKey={opened} isOwn={opened.id === ownId} onClose={() => setOpenId(undefined)} />
      )}
    </PageFrame>
  );
}

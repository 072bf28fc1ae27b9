import { ExistingNamespace } from '../../parts/existing-namespace.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { AddressList } from './address-list.tsx';
import { ConnectionSource } from './connection-source.tsx';
import { FilesSource } from './files/files-source.tsx';
import { SiteSource } from './site-source.tsx';
import { TextSource } from './text-source.tsx';

/** Sources with their forms, the most frequently used first. */
const sourcesOf = (namespaceId: string) => [
  { key: 'files', label: 'Files', content: () => <FilesSource namespaceId={namespaceId} /> },
  {
    key: 'text',
    label: 'Text',
    content: () => <TextSource namespaceId={namespaceId} />,
  },
  {
    key: 'pages',
    label: 'Web pages',
    content: () => <AddressList namespaceId={namespaceId} source="URLS_LIST" />,
  },
  {
    key: 'site',
    label: 'Site',
    content: () => <SiteSource namespaceId={namespaceId} />,
  },
  {
    key: 'youtube',
    label: 'YouTube',
    content: () => <AddressList namespaceId={namespaceId} source="YOUTUBE" />,
  },
  {
    key: 'connection',
    label: 'Connection',
    content: () => <ConnectionSource namespaceId={namespaceId} />,
  },
];

/** Page that ingests documents into a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const [source, setSource] = useSearchText('from');
  const tabs = sourcesOf(namespaceId);
  const chosen = tabs.find(({ key }) => key === source) ?? tabs[0];
  return (
    <PageFrame title="Ingest">
      <ExistingNamespace namespaceId={namespaceId}>
        {/* Drafts belong to their namespace. */}
        <Tabs key={namespaceId} label="Sources" tabs={tabs} chosen={chosen?.key ?? ''} onChoose={setSource} />
      </ExistingNamespace>
    </PageFrame>
  );
}

import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { ExistingNamespace } from '../../parts/existing-namespace.tsx';
import { Page as PageFrame } from '../../parts/page.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSettled } from '../../use-settled.ts';
import { CopyAs } from './copy-as.tsx';
import { ResultList } from './result-list.tsx';
import { type SearchSettings, useSettings } from './settings.ts';
import { SettingsCard } from './settings-card.tsx';
import type { Kind } from './use-search.ts';
import { Why } from './why/why.tsx';
import './search.css';

const settleMs = 250;

const kindsOf = { both: ['hybrid', 'semantic'], hybrid: ['hybrid'], semantic: ['semantic'] } as const;

const Nothing = ({ namespaceId }: { readonly namespaceId: string }) => (
  <Empty
    icon="search"
    title="Enter a question or words"
    text="The search by meaning finds passages that answer a question in other words. The search by words finds codes and names as they are written."
    action={
      <Link to="/n/$namespaceId/ingest" params={{ namespaceId }}>
        Ingest documents
      </Link>
    }
  />
);

/** Returns the settings once the user has stopped typing or moving a slider. */
function useSettledSettings(settings: SearchSettings): SearchSettings {
  const written = useSettled(JSON.stringify(settings), settleMs);
  return useMemo(() => JSON.parse(written) as SearchSettings, [written]);
}

/** Page that searches a namespace and explains the results. */
export function Page() {
  const namespaceId = useNamespaceId();
  const [settings, change] = useSettings();
  const settled = useSettledSettings(settings);
  const kinds: readonly Kind[] = kindsOf[settings.mode];
  const kind = settings.mode === 'semantic' ? 'semantic' : 'hybrid';
  const hasQuery = settled.query.trim() !== '';
  return (
    <PageFrame
      title="Search"
      actions={hasQuery && <CopyAs namespaceId={namespaceId} kind={kind} settings={settings} />}
    >
      <ExistingNamespace namespaceId={namespaceId}>
        <SettingsCard key={namespaceId} settings={settings} onChange={change} />
        {hasQuery ? (
          <>
            <div className="result-lists">
              {kinds.map((each) => (
                <ResultList key={each} namespaceId={namespaceId} kind={each} settings={settled} />
              ))}
            </div>
            <Why namespaceId={namespaceId} kind={kind} settings={settled} />
          </>
        ) : (
          <Nothing namespaceId={namespaceId} />
        )}
      </ExistingNamespace>
    </PageFrame>
  );
}

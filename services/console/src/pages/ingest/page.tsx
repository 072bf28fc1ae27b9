import type { DocumentDetails, Metadata } from '@docfleet/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, sessionQuery } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Button } from '../../parts/button.tsx';
import { nameOf } from '../../parts/columns.tsx';
import { ExistingNamespace } from '../../parts/existing-namespace.tsx';
import { type FormField, FormFields } from '../../parts/form.tsx';
import { formatCount, shorten } from '../../parts/format.ts';
import { Card, Loaded, Note, Page as PageFrame } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useStore } from '../../store.ts';
import { useDraft } from '../../use-draft.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSearchText } from '../../use-search-text.ts';
import { documentQuery } from '../document/document-query.ts';
import { DropArea, type FoundFiles } from './files/drop-area.tsx';
import { upload } from './files/upload-queue.ts';
import { UploadsCard } from './files/uploads-card.tsx';
import { readOptions, useOptions } from './options.ts';
import { SiteSource } from './site-source.tsx';
import { OptionsFold, SourceForm } from './source-form.tsx';
import { AddressList, ConnectionSource } from './sources.tsx';

interface SendFilesProps {
  readonly namespaceId: string;
  /** Document that the first file replaces; undefined creates a document for each file. */
  readonly replaced?: DocumentDetails;
  /** Called when at least one file was accepted for upload. */
  readonly onTaken?: () => void;
}

async function* firstOf(files: FoundFiles) {
  for await (const file of files) {
    yield file;
    return;
  }
}

/** Returns the fields of the request that the new file takes from the document that it replaces. */
function targetOf({ namespace, tenantId, externalId, embeddingConfig: embedded }: DocumentDetails) {
  const chunkConfig = embedded && { chunkSize: embedded.chunkSize, chunkOverlap: embedded.chunkOverlap };
  const place = { namespaceId: namespace.identifier, tenantId: tenantId ?? null, externalId };
  return { ...place, ...(chunkConfig && { chunkConfig }) };
}

/** Drop area for files, with the options of their ingestion. */
function SendFiles({ namespaceId, replaced, onTaken }: SendFilesProps) {
  const [options, setOptions] = useOptions(namespaceId);
  const tenantId = useStore(tenant) || null;
  // Before the session is known, the service checks the size.
  const maxBytes = useQuery(sessionQuery).data?.limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const { mutate, error } = useMutation({
    async mutationFn(files: FoundFiles) {
      const { metadata, chunkConfig, ocrConfig, htmlContent } = readOptions(options);
      const { replaces } = options;
      const place = replaced && targetOf(replaced);
      const request = {
        namespaceId,
        tenantId,
        replaces,
        maxBytes,
        ...place,
        ...chunkConfig,
        ...ocrConfig,
        ...htmlContent,
      };
      // The document's own metadata was accepted before; the new values are added to it.
      const fields: Metadata = { ...(replaced?.metadata as Metadata | undefined), ...metadata?.metadata };
      const isEmpty = Object.keys(fields).length === 0;
      const taken = await upload(replaced ? firstOf(files) : files, {
        ...request,
        ...(!isEmpty && { metadata: fields }),
      });
      if (taken > 0) onTaken?.();
    },
  });
  return (
    <>
      <DropArea onFiles={mutate} isSingle={replaced !== undefined} />
      {error && <Problem error={error} />}
      <Card>
        <OptionsFold
          options={options}
          onChange={setOptions}
          has={replaced ? ['files'] : ['files', 'replaces']}
        />
      </Card>
    </>
  );
}

const maxNameLength = 200;

interface ReplacementProps {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly onEnd: () => void;
}

/** Upload area for the file that replaces an existing document. */
const Replacement = ({ namespaceId, documentId, onEnd }: ReplacementProps) => (
  <Loaded query={useQuery(documentQuery(documentId))} rows={6}>
    {(replaced) => (
      <>
        <Note
          tone="busy"
          title={`The file replaces ${shorten(nameOf(replaced), maxNameLength)}`}
          action={<Button onPress={onEnd}>Add new documents instead</Button>}
        >
          The document keeps its id and its metadata; new metadata is added. Searches return the previous
          content until the new file is ready.
        </Note>
        <SendFiles namespaceId={namespaceId} replaced={replaced} onTaken={onEnd} />
      </>
    )}
  </Loaded>
);

/** Upload area for files and folders, with their progress. */
function FilesSource({ namespaceId }: { readonly namespaceId: string }) {
  const [documentId, setDocumentId] = useSearchText('replace');
  return (
    <>
      {documentId === '' ? (
        <SendFiles namespaceId={namespaceId} />
      ) : (
        <Replacement namespaceId={namespaceId} documentId={documentId} onEnd={() => setDocumentId('')} />
      )}
      <UploadsCard namespaceId={namespaceId} />
    </>
  );
}

const textFields: readonly FormField[] = [
  {
    name: 'name',
    label: 'Name',
    maxLength: 255,
    placeholder: 'Holidays',
    hint: 'Shown in lists and search results',
  },
  {
    name: 'text',
    label: 'Text',
    rows: 12,
    placeholder: 'Everyone has thirty days of leave a year …',
    hint: 'Plain or Markdown',
    isRequired: true,
  },
];

/** Form for a pasted text. */
function TextSource({ namespaceId }: { readonly namespaceId: string }) {
  const [draft, setDraft, forget] = useDraft(`ingest-text:${namespaceId}`, { name: '', text: '' });
  const [options, setOptions] = useOptions(namespaceId);
  const { name, text } = draft;
  function send() {
    const { metadata, chunkConfig } = readOptions(options);
    const config = { text, ...(name.trim() && { name: name.trim() }), ...metadata };
    return api.ingest.text({ namespaceId, ingestConfig: { source: 'TEXT', config, ...chunkConfig } });
  }
  return (
    <SourceForm
      namespaceId={namespaceId}
      action="Ingest text"
      canSend={text.trim() !== ''}
      send={send}
      onSent={forget}
      aside={<span className="soft small">{formatCount(text.length, 'character')}</span>}
    >
      <FormFields fields={textFields} values={draft} onChange={setDraft} />
      <OptionsFold options={options} onChange={setOptions} has={[]} />
    </SourceForm>
  );
}

/** Sources with their forms, the most frequently used first. */
const sourcesOf = (namespaceId: string) => [
  { key: 'files', label: 'Files', content: () => <FilesSource namespaceId={namespaceId} /> },
  { key: 'text', label: 'Text', content: () => <TextSource namespaceId={namespaceId} /> },
  {
    key: 'pages',
    label: 'Web pages',
    content: () => <AddressList namespaceId={namespaceId} source="URLS_LIST" />,
  },
  { key: 'site', label: 'Site', content: () => <SiteSource namespaceId={namespaceId} /> },
  {
    key: 'youtube',
    label: 'YouTube',
    content: () => <AddressList namespaceId={namespaceId} source="YOUTUBE" />,
  },
  { key: 'connection', label: 'Connection', content: () => <ConnectionSource namespaceId={namespaceId} /> },
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

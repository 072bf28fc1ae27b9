import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../parts/button.tsx';
import { shorten } from '../../../parts/format.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { Note } from '../../../parts/note.tsx';
import { useSearchText } from '../../../use-search-text.ts';
import { documentQuery } from '../../document/document-query.ts';
import { nameOf } from '../../documents/columns.tsx';
import { SendFiles } from './send-files.tsx';
import { UploadsCard } from './uploads-card.tsx';

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
export function FilesSource({ namespaceId }: { readonly namespaceId: string }) {
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

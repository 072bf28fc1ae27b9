import type { DocumentDetails, Metadata } from '@docfleet/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session-query.ts';
import { tenant } from '../../../api/tenant.ts';
import { Card } from '../../../parts/page.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useStore } from '../../../store.ts';
import { readOptions, useOptions } from '../options.ts';
import { OptionsFold } from '../options-fold.tsx';
import { DropArea, type FoundFiles } from './drop-area.tsx';
import { upload } from './upload-queue.ts';

interface SendFilesProps {
  readonly namespaceId: string;
  /** The document whose place the first file takes; without one all become documents of their own. */
  readonly replaced?: DocumentDetails;
  /** Told when the files are on their way. */
  readonly onTaken?: () => void;
}

async function* firstOf(files: FoundFiles) {
  for await (const file of files) {
    yield file;
    return;
  }
}

/** What a file takes over from the document in whose place it comes. */
function placeOf({ tenantId, externalId, metadata, embeddingConfig: embedded }: DocumentDetails) {
  const chunkConfig = embedded && { chunkSize: embedded.chunkSize, chunkOverlap: embedded.chunkOverlap };
  // The service took it once.
  const kept = metadata as Metadata;
  return { tenantId: tenantId ?? null, externalId, metadata: kept, ...(chunkConfig && { chunkConfig }) };
}

/** Where files are dropped and how they are to be ingested. */
export function SendFiles({ namespaceId, replaced, onTaken }: SendFilesProps) {
  const [options, setOptions] = useOptions(namespaceId);
  const tenantId = useStore(tenant) || null;
  // Before it is known whose session it is, the service is the one who refuses.
  const mostBytes = useQuery(sessionQuery).data?.limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const { mutate, error } = useMutation({
    async mutationFn(files: FoundFiles) {
      const { metadata, chunkConfig, ocrConfig } = readOptions(options);
      const { replaces } = options;
      const settings = { ...metadata, ...chunkConfig, ...ocrConfig };
      const request = { namespaceId, tenantId, replaces, mostBytes };
      await upload(
        replaced ? firstOf(files) : files,
        replaced ? { ...request, ...placeOf(replaced), ...settings } : { ...request, ...settings },
      );
      onTaken?.();
    },
  });
  return (
    <>
      <DropArea onFiles={mutate} isSingle={replaced !== undefined} />
      {error && <Problem error={error} />}
      <Card>
        <OptionsFold options={options} onChange={setOptions} has={replaced ? ['ocr'] : ['ocr', 'replaces']} />
      </Card>
    </>
  );
}

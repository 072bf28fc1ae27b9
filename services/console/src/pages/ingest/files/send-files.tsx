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
  /** Told when files are on their way; not when all were refused. */
  readonly onTaken?: () => void;
}

async function* firstOf(files: FoundFiles) {
  for await (const file of files) {
    yield file;
    return;
  }
}

/** What a file takes over from the document in whose place it comes. */
function placeOf({ namespace, tenantId, externalId, embeddingConfig: embedded }: DocumentDetails) {
  const chunkConfig = embedded && { chunkSize: embedded.chunkSize, chunkOverlap: embedded.chunkOverlap };
  const place = { namespaceId: namespace.identifier, tenantId: tenantId ?? null, externalId };
  return { ...place, ...(chunkConfig && { chunkConfig }) };
}

/** Where files are dropped and how they are to be ingested. */
export function SendFiles({ namespaceId, replaced, onTaken }: SendFilesProps) {
  const [options, setOptions] = useOptions(namespaceId);
  const tenantId = useStore(tenant) || null;
  // Before it is known whose session it is, the service is the one who refuses.
  const maxBytes = useQuery(sessionQuery).data?.limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const { mutate, error } = useMutation({
    async mutationFn(files: FoundFiles) {
      const { metadata, chunkConfig, ocrConfig } = readOptions(options);
      const { replaces } = options;
      const place = replaced && placeOf(replaced);
      const request = { namespaceId, tenantId, replaces, maxBytes, ...place, ...chunkConfig, ...ocrConfig };
      // What the document has, the service took once; what is typed is added to it.
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
        <OptionsFold options={options} onChange={setOptions} has={replaced ? ['ocr'] : ['ocr', 'replaces']} />
      </Card>
    </>
  );
}

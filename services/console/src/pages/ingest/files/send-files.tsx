import type { DocumentDetails, Metadata } from '@docfleet/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session.ts';
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
function placeOf({ namespace, tenantId, externalId, embeddingConfig: embedded }: DocumentDetails) {
  const chunkConfig = embedded && { chunkSize: embedded.chunkSize, chunkOverlap: embedded.chunkOverlap };
  const place = { namespaceId: namespace.identifier, tenantId: tenantId ?? null, externalId };
  return { ...place, ...(chunkConfig && { chunkConfig }) };
}

/** Drop area for files, with the options of their ingestion. */
export function SendFiles({ namespaceId, replaced, onTaken }: SendFilesProps) {
  const [options, setOptions] = useOptions(namespaceId);
  const tenantId = useStore(tenant) || null;
  // Before the session is known, the service checks the size.
  const maxBytes = useQuery(sessionQuery).data?.limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const { mutate, error } = useMutation({
    async mutationFn(files: FoundFiles) {
      const { metadata, chunkConfig, ocrConfig } = readOptions(options);
      const { replaces } = options;
      const place = replaced && placeOf(replaced);
      const request = { namespaceId, tenantId, replaces, maxBytes, ...place, ...chunkConfig, ...ocrConfig };
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
        <OptionsFold options={options} onChange={setOptions} has={replaced ? ['ocr'] : ['ocr', 'replaces']} />
      </Card>
    </>
  );
}

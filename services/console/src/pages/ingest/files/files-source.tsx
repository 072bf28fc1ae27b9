import { useMutation, useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../../api/session-query.ts';
import { tenant } from '../../../api/tenant.ts';
import { Card } from '../../../parts/page.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useStore } from '../../../store.ts';
import { readOptions, useOptions } from '../options.ts';
import { OptionsFold } from '../options-fold.tsx';
import { DropArea } from './drop-area.tsx';
import type { FoundFile } from './found-file.ts';
import { upload } from './upload-queue.ts';
import { UploadsCard } from './uploads-card.tsx';

/** Drops files and folders, and shows what becomes of them. */
export function FilesSource({ namespaceId }: { readonly namespaceId: string }) {
  const [options, setOptions] = useOptions(namespaceId);
  const tenantId = useStore(tenant) || null;
  // Before it is known whose session it is, the service is the one who refuses.
  const mostBytes = useQuery(sessionQuery).data?.limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const { mutate, error } = useMutation({
    mutationFn(files: AsyncIterable<FoundFile> | Iterable<FoundFile>) {
      const { metadata, chunkConfig, ocrConfig } = readOptions(options);
      const { replaces } = options;
      const settings = { ...metadata, ...chunkConfig, ...ocrConfig };
      return upload(files, { namespaceId, tenantId, replaces, mostBytes, ...settings });
    },
  });
  return (
    <>
      <DropArea onFiles={mutate} />
      {error && <Problem error={error} />}
      <Card>
        <OptionsFold options={options} onChange={setOptions} has={['ocr', 'replaces']} />
      </Card>
      <UploadsCard namespaceId={namespaceId} />
    </>
  );
}

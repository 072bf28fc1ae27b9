import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { isOver, type Upload } from './upload.ts';
import { noteDocuments } from './upload-queue.ts';

const followMs = 1_500;
/** Documents that are asked for at once; the next are asked for when these are done. */
const maxAsked = 100;

/** Asks how far the documents are that came of these files, until all are done. */
export function useFollowed(namespaceId: string, uploads: readonly Upload[]): void {
  const open = uploads.flatMap((upload) =>
    upload.state.kind === 'accepted' && !isOver(upload)
      ? [{ documentId: upload.state.documentId, tenantId: upload.request.tenantId }]
      : [],
  );
  const tenantId = open[0]?.tenantId ?? null;
  const documentIds = open
    .filter((each) => each.tenantId === tenantId)
    .slice(0, maxAsked)
    .map((each) => each.documentId);
  useQuery({
    queryKey: ['followed', namespaceId],
    enabled: documentIds.length > 0,
    refetchInterval: followMs,
    gcTime: 0,
    async queryFn({ signal }) {
      const request = { namespaceId, filterConfig: { documentIds }, pagination: { pageSize: maxAsked } };
      const { documents = [] } = await api.documents.list(request, { signal, tenantId });
      noteDocuments(documents);
      return documents.length;
    },
  });
}

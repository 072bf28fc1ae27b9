import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { isOver, type Upload } from './upload.ts';
import { noteDocuments } from './upload-queue.ts';

const followMs = 1_500;
/** Number of documents in one request. */
const pageSize = 100;

/** Polls the documents of these uploads until all of them have ended. */
export function useFollowed(namespaceId: string, uploads: readonly Upload[]): void {
  const open = uploads.flatMap((upload) =>
    upload.state.kind === 'accepted' && !isOver(upload)
      ? [{ documentId: upload.state.documentId, tenantId: upload.request.tenantId }]
      : [],
  );
  const tenantId = open[0]?.tenantId ?? null;
  const documentIds = open
    .filter((each) => each.tenantId === tenantId)
    .slice(0, pageSize)
    .map((each) => each.documentId);
  useQuery({
    queryKey: ['followed', namespaceId],
    enabled: documentIds.length > 0,
    refetchInterval: followMs,
    gcTime: 0,
    async queryFn({ signal }) {
      const request = { namespaceId, filterConfig: { documentIds }, pagination: { pageSize } };
      const { documents = [] } = await api.documents.list(request, { signal, tenantId });
      noteDocuments(documentIds, documents);
      return documents.length;
    },
  });
}

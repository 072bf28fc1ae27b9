import type { DocumentFilter } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';
import { MetadataDialog } from './metadata-dialog.tsx';

interface BulkProps {
  readonly namespaceId: string;
  readonly documentIds: readonly string[];
  /** Whether the documents may have a source to be read from again; texts and uploaded files have none. */
  readonly hasSource?: boolean;
  /** Called when an action has succeeded. */
  readonly onDone?: () => void;
  /** Called when the documents have been deleted. */
  readonly onDelete?: () => void;
}

const countOf = (count: number) => formatCount(count, 'document');

/** Returns the actions on documents, as mutations that show their result as a message. */
function useBulk({ namespaceId, documentIds, onDone, onDelete }: BulkProps) {
  const queries = useQueryClient();
  const order: { readonly namespaceId: string; readonly filterConfig: DocumentFilter } = {
    namespaceId,
    filterConfig: { documentIds },
  };
  function done(text: string) {
    showToast({ tone: 'good', text });
    void queries.invalidateQueries();
    onDone?.();
  }
  const resync = useSubmission({
    mutationFn: () => api.documents.resync(order),
    onSuccess: ({ itemsQueued, itemsSkipped, documents }) =>
      itemsQueued > 0
        ? done(
            `${countOf(itemsQueued)} will be ingested again${itemsSkipped > 0 ? `, ${itemsSkipped} have no source` : ''}`,
          )
        : showToast({
            tone: 'bad',
            text: documents[0]?.error ?? 'None of them has a source that can be read again',
          }),
    onError: (error) => showToast({ tone: 'bad', text: error.message }),
  });
  const remove = useSubmission({
    mutationFn: () => api.documents.delete(order),
    onSuccess({ itemsDeleted }) {
      done(`${countOf(itemsDeleted)} deleted`);
      onDelete?.();
    },
  });
  return { resync, remove, order, done };
}

/** Buttons for the actions on one document or on the selected ones. */
export function Bulk(props: BulkProps) {
  const { resync, remove, order, done } = useBulk(props);
  const [open, setOpen] = useState<'delete' | 'metadata' | undefined>();
  const close = () => setOpen(undefined);
  const count = countOf(props.documentIds.length);
  return (
    <>
      {props.hasSource !== false && (
        <Button isPending={resync.isPending} onPress={() => resync.mutate()}>
          <Icon name="refresh" /> Resync
        </Button>
      )}
      <Button onPress={() => setOpen('metadata')}>
        <Icon name="tag" /> Metadata
      </Button>
      <Button onPress={() => setOpen('delete')}>
        <Icon name="trash" /> Delete
      </Button>
      <Confirm
        title={`Delete ${count}?`}
        action="Delete"
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        error={remove.error}
      >
        <p>
          Searches stop returning them at once. Their texts, files and vectors are deleted. This cannot be
          undone.
        </p>
      </Confirm>
      {open === 'metadata' && (
        <MetadataDialog
          order={order}
          onClose={close}
          onDone={(changed) => done(`${countOf(changed)} changed`)}
        />
      )}
    </>
  );
}

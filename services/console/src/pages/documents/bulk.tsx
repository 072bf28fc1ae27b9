import type { DocumentFilter, Metadata, Output } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Action } from '../../parts/action.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';

interface MetadataDialogProps {
  readonly order: { readonly namespaceId: string; readonly filterConfig: DocumentFilter };
  readonly onClose: () => void;
  readonly onDone: (changed: number) => void;
}

const example = '{ "team": "people", "year": 2026 }';

/** Parses a JSON object; undefined for anything else. The service validates its values. */
function readObject(text: string): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Metadata)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Dialog that sets metadata values of documents. Fields that are not named keep their values. */
function MetadataDialog({ order, onClose, onDone }: MetadataDialogProps) {
  const [text, setText, forget] = useDraft(`metadata:${order.namespaceId}`, '');
  const values = readObject(text);
  function close() {
    forget();
    onClose();
  }
  const { mutate, isPending, error } = useSubmission({
    mutationFn: ($set: Metadata) => api.documents.updateMetadata({ ...order, data: { $metadata: { $set } } }),
    onSuccess({ itemsUpdated }) {
      onDone(itemsUpdated);
      close();
    },
  });
  return (
    <Dialog title="Set metadata" isOpen onClose={close}>
      <Form
        action="Set"
        isDialog
        onClose={close}
        isDisabled={!values}
        isPending={isPending}
        error={error}
        onSubmit={() => values && mutate(values)}
      >
        <Field
          label="Values, as JSON"
          rows={5}
          value={text}
          onChange={setText}
          placeholder={example}
          hint="Values are added or replaced by name; others remain. Texts, numbers, true, false and lists of texts are allowed."
          error={text === '' || values ? undefined : `Enter a JSON object like ${example}`}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

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

const resyncMessage = ({ itemsQueued, itemsSkipped, documents }: Output<'POST /v1/documents/resync'>) => {
  const skipped = itemsSkipped > 0 ? `, ${itemsSkipped} have no source` : '';
  if (itemsQueued > 0) return `${countOf(itemsQueued)} will be ingested again${skipped}`;
  const text = documents[0]?.error ?? 'None of them has a source that can be read again';
  return { tone: 'bad', text } as const;
};

/** Buttons for the actions on one document or on the selected ones. */
export function Bulk({ namespaceId, documentIds, hasSource, onDone, onDelete }: BulkProps) {
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const order = { namespaceId, filterConfig: { documentIds } };
  function edited(changed: number) {
    showToast({ tone: 'good', text: `${countOf(changed)} changed` });
    void queries.invalidateQueries();
    onDone?.();
  }
  return (
    <>
      {hasSource !== false && (
        <Action
          label="Resync"
          icon="refresh"
          run={() => api.documents.resync(order)}
          done={resyncMessage}
          onDone={({ itemsQueued }) => itemsQueued > 0 && onDone?.()}
        />
      )}
      <Button onPress={() => setEditing(true)}>
        <Icon name="tag" /> Metadata
      </Button>
      <Action
        label="Delete"
        icon="trash"
        run={() => api.documents.delete(order)}
        done={({ itemsDeleted }) => `${countOf(itemsDeleted)} deleted`}
        onDone={() => {
          onDone?.();
          return onDelete?.();
        }}
        ask={{
          title: `Delete ${countOf(documentIds.length)}?`,
          text: 'Searches stop returning them at once. Their texts, files and vectors are deleted. This cannot be undone.',
        }}
      />
      {isEditing && <MetadataDialog order={order} onClose={() => setEditing(false)} onDone={edited} />}
    </>
  );
}

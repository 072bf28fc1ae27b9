import type { DocumentFilter, Metadata } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/problem.tsx';
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
  function cancel() {
    forget();
    onClose();
  }
  const { mutate, isPending, error } = useSubmission({
    mutationFn: ($set: Metadata) => api.documents.updateMetadata({ ...order, data: { $metadata: { $set } } }),
    onSuccess({ itemsUpdated }) {
      forget();
      onDone(itemsUpdated);
      onClose();
    },
  });
  return (
    <Dialog title="Set metadata" isOpen onClose={cancel}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (values) mutate(values);
        }}
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
        {error && <Problem error={error} />}
        <DialogButtons>
          <Button onPress={cancel}>Cancel</Button>
          <Button type="submit" look="primary" isDisabled={!values} isPending={isPending}>
            Set
          </Button>
        </DialogButtons>
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

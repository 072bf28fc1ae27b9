import type { DocumentFilter, Metadata } from '@docfleet/sdk';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
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
export function MetadataDialog({ order, onClose, onDone }: MetadataDialogProps) {
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

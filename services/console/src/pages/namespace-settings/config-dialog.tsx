import { DocfleetError } from '@docfleet/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { ConfigFields } from '../namespaces/config-fields.tsx';
import type { ConfigForm } from '../namespaces/config-forms.ts';
import { type ConfigValues, configOf } from '../namespaces/config-values.ts';

interface ConfigDialogProps {
  readonly namespaceId: string;
  readonly form: ConfigForm;
  /** As it is now, without its secrets. */
  readonly initial: ConfigValues;
  readonly isSet: boolean;
  readonly onClose: () => void;
}

interface Change {
  /** null: it has none any more. */
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly reembed?: boolean;
}

/** Sends the new configuration; the service tries it before it takes it. */
function useUpdate({ namespaceId, form, onClose }: ConfigDialogProps) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ config, reembed }: Change) =>
      api.namespaces.update({ namespaceId, [form.name]: config, ...(reembed && { reembed }) }),
    onSuccess({ ingestJobRunId }) {
      const text = ingestJobRunId ? 'Changed; its documents are being embedded again' : 'Changed';
      showToast({ tone: 'good', text });
      void queries.invalidateQueries();
      onClose();
    },
  });
}

/** Puts another configuration in the place of one. */
export function ConfigDialog(props: ConfigDialogProps) {
  const { form, initial, isSet, onClose } = props;
  const [values, setValues] = useState(initial);
  const { mutate, isPending, error } = useUpdate(props);
  const needsEmbedding = error instanceof DocfleetError && error.code === 'NAMESPACE_CONFLICT';
  return (
    <Dialog title={`Change: ${form.label}`} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ config: configOf(form, values), reembed: needsEmbedding });
        }}
      >
        <p className="soft">
          {form.text} It is tried before it is taken. Secrets are never shown: type them again.
        </p>
        <ConfigFields form={form} values={values} onChange={setValues} issues={issuesOf(error)} />
        {error && <Problem error={error} />}
        <DialogButtons>
          {form.isOptional && isSet && (
            <Button isDisabled={isPending} onPress={() => mutate({ config: null })}>
              Remove
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {needsEmbedding ? 'Change, and embed everything again' : 'Check and change'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

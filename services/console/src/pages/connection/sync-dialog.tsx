import type { Connection, IngestJobRun } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { ingestSource } from '../../api/ingest-source.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Radios } from '../../parts/radios.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { connectorOf, frequencies, type SyncOrder } from '../connections/connectors.ts';
import { idsOf, PartIds } from './part-ids.tsx';

/** Syncs a part of a connection: what is new, changed or deleted since the last time. */
export function useSync({ connector, namespace }: Connection) {
  const queries = useQueryClient();
  const { label } = connectorOf(connector);
  return useSubmission({
    mutationFn: ({ config, chunkConfig, ...rest }: SyncOrder) =>
      ingestSource({
        ...rest,
        namespaceId: namespace.identifier,
        ingestConfig: { source: connector, config, ...(chunkConfig && { chunkConfig }) },
      }),
    async onSuccess() {
      showToast({ tone: 'good', text: `The sync of ${label} has started` });
      await queries.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}

type Extent = 'ALL' | 'IDS';

interface SyncDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Syncs a connection: the selected items, or those with given ids, now and on a schedule. */
export function SyncDialog({ connection, onClose }: SyncDialogProps) {
  const { choosing, ids, label, named } = connectorOf(connection.connector);
  const [extent, setExtent] = useState<Extent>(choosing === 'IDS' ? 'IDS' : 'ALL');
  const [text, setText, forget] = useDraft(`connection-ids-${connection.id}`, '');
  const [syncFrequency, setFrequency] = useState<IngestJobRun['syncFrequency']>('DAILY');
  const { mutate, error, isPending } = useSync(connection);
  function submit() {
    const externalIds = extent === 'IDS' ? idsOf(text) : null;
    const order = { config: { connectionId: connection.id, externalIds }, syncFrequency };
    mutate(order, {
      onSuccess() {
        forget();
        onClose();
      },
    });
  }
  const everything = connection.selection === null ? 'Everything in the account' : 'The selected files';
  return (
    <Dialog title={`Sync ${label}`} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {choosing !== 'IDS' && (
          <Radios<Extent>
            label="What"
            options={[
              { value: 'ALL', label: everything },
              { value: 'IDS', label: named === null ? `Some ${ids}, by id` : `Some ${ids}` },
            ]}
            value={extent}
            onChange={setExtent}
          />
        )}
        {extent === 'IDS' && <PartIds connection={connection} text={text} onChange={setText} />}
        <Choice label="Schedule" value={syncFrequency} options={frequencies} onChange={setFrequency} />
        {error && <Problem error={error} />}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            Start sync
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}

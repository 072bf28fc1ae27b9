import type { Connection, IngestJobRun } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ingestSource } from '../../api/ingest-source.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Checks, Choice, Field, Radios } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Loaded } from '../../parts/page.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { connectorOf, frequencies, type SyncOrder } from '../connections/connectors.ts';
import { VendorProblem } from '../connections/vendor.tsx';
import './connection.css';

/** Number of parts above which the list has a search field. */
const manyChoices = 8;

interface ChoosePartsProps {
  readonly connection: Connection;
  /** Heading of the list: the vendor's name of the parts, such as spaces or sites. */
  readonly title: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** List of a connection's spaces or sites, which are chosen by name. `ids` are those of the chosen parts. */
function ChooseParts({ connection, title, ids, onChange }: ChoosePartsProps) {
  const { id: connectionId, namespace } = connection;
  const { label } = connectorOf(connection.connector);
  const [text, setText] = useState('');
  const query = useQuery({
    queryKey: ['connections', 'choices', connectionId],
    queryFn: ({ signal }) =>
      api.connections.choices({ connectionId, namespaceId: namespace.identifier }, { signal }),
  });
  const wanted = text.trim().toLowerCase();
  return (
    <Loaded query={query}>
      {({ choices, isComplete, problem }) => {
        if (problem) return <VendorProblem label={label} problem={problem} />;
        const shown = choices.filter(({ name, url }) =>
          `${name} ${url ?? ''}`.toLowerCase().includes(wanted),
        );
        const options = shown.map(({ externalId, name, url }) => ({
          value: externalId,
          label: name,
          ...(url !== null && { hint: url }),
        }));
        return (
          <div className="stack">
            {choices.length > manyChoices && (
              <Field label={`Find ${title.toLowerCase()}`} value={text} onChange={setText} />
            )}
            <div className="part-choices">
              <Checks
                label={title}
                hint={
                  isComplete
                    ? 'Those that the connection sees.'
                    : `The first ${choices.length} that the connection sees; others by their ids below.`
                }
                groups={[{ options }]}
                value={ids}
                onChange={onChange}
              />
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}

/** Splits entered ids, which are separated by spaces or line breaks. */
const idsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

interface PartIdsProps {
  readonly connection: Connection;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Field for the ids of parts, below a list of their names where the vendor lists them. */
function PartIds({ connection, text, onChange }: PartIdsProps) {
  const { ids, forms, label, named } = connectorOf(connection.connector);
  return (
    <>
      {named !== null && (
        <ChooseParts
          connection={connection}
          title={named}
          ids={idsOf(text)}
          onChange={(chosen) => onChange(chosen.join('\n'))}
        />
      )}
      <Field
        label={`Ids of ${ids}`}
        hint={`The ids of ${label}, separated by spaces or lines. Their contents are read too. ${forms ?? ''}`}
        rows={4}
        isRequired
        value={text}
        onChange={onChange}
      />
    </>
  );
}

/** Returns the mutation that syncs a part of a connection: it reads the changes since the last sync. */
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

/** Dialog that syncs the selected items of a connection, or those with entered ids, now and on a schedule. */
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
        action="Start sync"
        isDialog
        onClose={onClose}
        isPending={isPending}
        error={error}
        onSubmit={submit}
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
      </Form>
    </Dialog>
  );
}

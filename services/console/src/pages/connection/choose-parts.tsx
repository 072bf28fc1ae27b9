import type { Connection } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { connectorOf } from '../connections/connectors.ts';
import { VendorProblem } from '../connections/vendor-problem.tsx';
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
export function ChooseParts({ connection, title, ids, onChange }: ChoosePartsProps) {
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

import type { Connection } from '@docfleet/sdk';
import { Field } from '../../parts/field.tsx';
import { connectorOf } from '../connections/connectors.ts';
import { ChooseParts } from './choose-parts.tsx';

/** Ids as they are entered: separated by spaces or lines. */
export const idsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

interface PartIdsProps {
  readonly connection: Connection;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The ids of what is to be read, chosen by their names where the vendor lists them, or entered. */
export function PartIds({ connection, text, onChange }: PartIdsProps) {
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

import type { api } from '../../api/client.ts';
import { Note } from '../../parts/note.tsx';

type Found = NonNullable<Awaited<ReturnType<typeof api.connections.check>>['problem']>;

interface VendorProblemProps {
  /** Of the connector. */
  readonly label: string;
  readonly problem: Found;
}

/** What is wrong at a vendor, in our words and in the vendor's, and what can be done. */
export const VendorProblem = ({ label, problem }: VendorProblemProps) => (
  <Note tone="bad" title={problem.message}>
    {problem.reason !== null && (
      <p>
        {label} says: <q>{problem.reason}</q>
      </p>
    )}
    {problem.advice !== null && <p>{problem.advice}</p>}
  </Note>
);

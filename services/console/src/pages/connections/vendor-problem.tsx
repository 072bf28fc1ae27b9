import type { api } from '../../api/client.ts';
import { Note } from '../../parts/note.tsx';

type Found = NonNullable<Awaited<ReturnType<typeof api.connections.check>>['problem']>;

interface VendorProblemProps {
  /** Name of the connector for users. */
  readonly label: string;
  readonly problem: Found;
}

/** Notice of a vendor's refusal: its cause, the vendor's message and advice. */
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

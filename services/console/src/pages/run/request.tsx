import type { IngestJobRun } from '@docfleet/sdk';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Fold } from '../../parts/fold.tsx';

/** What a run was asked to do, as it was sent. */
export const Request = ({ request }: { readonly request: IngestJobRun }) => {
  const { ingestConfig, syncFrequency, tenantId } = request;
  return (
    <Fold title="What was asked for">
      <CodeBlock
        label="the request"
        text={JSON.stringify({ ingestConfig, syncFrequency, tenantId }, null, 2)}
      />
    </Fold>
  );
};

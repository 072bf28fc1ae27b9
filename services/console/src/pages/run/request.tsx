import type { IngestJobRun } from '@docfleet/sdk';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Fold } from '../../parts/fold.tsx';

/** The original request of a run. */
export const Request = ({ request }: { readonly request: IngestJobRun }) => {
  const { ingestConfig, syncFrequency, tenantId } = request;
  return (
    <Fold title="Request">
      <CodeBlock
        label="the request"
        text={JSON.stringify({ ingestConfig, syncFrequency, tenantId }, null, 2)}
      />
    </Fold>
  );
};

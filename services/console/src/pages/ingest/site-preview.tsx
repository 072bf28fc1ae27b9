import type { Estimate, Operations } from '@docfleet/sdk';
import { api } from '../../api/client.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Terms } from '../../parts/detail.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useSubmission } from '../../use-submission.ts';

type Request = Operations['POST /v1/ingest/estimate']['input'];
type Figure = Estimate['documents'];
type Item = Estimate['items'][number];

/** Formats a number of the estimate: `about 1,200` if it was extrapolated from a sample. */
const figureText = ({ value, basis }: Figure) =>
  basis === 'exact' ? formatNumber(value) : `about ${formatNumber(value)}`;

const columns: readonly Column<Item>[] = [
  { key: 'page', header: 'Page', cell: ({ title, externalId }) => title ?? externalId },
  { key: 'state', header: 'Result', width: '8rem', cell: ({ wouldBe }) => <Badge state={wouldBe} /> },
  { key: 'reason', header: 'Reason', from: 'tablet', cell: ({ reason }) => reason ?? '' },
  {
    key: 'tokens',
    header: 'Tokens',
    width: '6rem',
    align: 'end',
    cell: ({ tokens }) => (tokens === null ? '' : formatNumber(tokens)),
  },
];

const costText = ({ cost, costUnknownBecause }: Estimate) =>
  cost ? `${cost.total} ${cost.currency}` : (costUnknownBecause ?? 'unknown');

const Found = ({ estimate }: { readonly estimate: Estimate }) => (
  <>
    {estimate.trouble !== null && <p role="alert">{estimate.trouble}</p>}
    {!estimate.isComplete && (
      <p>The site responds slowly: this is based on the pages that were read within the time limit.</p>
    )}
    <Terms
      terms={{
        Pages: figureText(estimate.documents),
        'Cannot be ingested': figureText(estimate.skipped),
        Tokens: figureText(estimate.tokens),
        'To be embedded': `${figureText(estimate.embeddings)} chunks`,
        'Already embedded': `${figureText(estimate.reusedEmbeddings)} chunks`,
        Cost: costText(estimate),
      }}
    />
    <Table
      label="The first pages"
      columns={columns}
      rows={estimate.items}
      keyOf={({ externalId }) => externalId}
    />
  </>
);

interface SitePreviewProps {
  readonly request: Request;
  readonly canEstimate: boolean;
}

/** Estimate of a crawl before it is ingested. It disappears when the settings change. */
export function SitePreview({ request, canEstimate }: SitePreviewProps) {
  const { mutate, isPending, data, error, variables } = useSubmission({
    mutationFn: (input: Request) => api.ingest.estimate(input),
  });
  const isOfThis = JSON.stringify(variables) === JSON.stringify(request);
  return (
    <div className="stack">
      <div className="row">
        <Button isDisabled={!canEstimate} isPending={isPending} onPress={() => mutate(request)}>
          Preview
        </Button>
        {isPending && <span role="status">Reading a sample of the site, for at most a minute</span>}
      </div>
      {isOfThis && error && <Problem error={error} />}
      {isOfThis && data && <Found estimate={data.estimate} />}
    </div>
  );
}

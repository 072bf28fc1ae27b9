import type { Estimate, Operations } from '@docfleet/sdk';
import { api, useHasExtension } from '../../api/client.ts';
import { ingestSource } from '../../api/ingest-source.ts';
import { Button } from '../../parts/button.tsx';
import { column, numberColumn, stateColumn } from '../../parts/columns.tsx';
import { type FormField, FormFields } from '../../parts/form.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Terms } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { linesOf, readAddresses, readOptions, useOptions } from './options.ts';
import { OptionsFold, SourceForm } from './source-form.tsx';

type Request = Operations['POST /v1/ingest/estimate']['input'];
type Figure = Estimate['documents'];
type Item = Estimate['items'][number];

/** Formats a number of the estimate: `about 1,200` if it was extrapolated from a sample. */
const figureText = ({ value, basis }: Figure) =>
  basis === 'exact' ? formatNumber(value) : `about ${formatNumber(value)}`;

const columns: readonly Column<Item>[] = [
  column('Page', ({ title, externalId }) => title ?? externalId),
  stateColumn('Result', ({ wouldBe }) => wouldBe, { width: '8rem' }),
  column('Reason', ({ reason }) => reason ?? '', { from: 'tablet' }),
  numberColumn('Tokens', ({ tokens }) => tokens),
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
function SitePreview({ request, canEstimate }: SitePreviewProps) {
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

/** Values of the form of a site, as entered; an empty field uses the default of the service. */
interface Site {
  readonly source: 'WEBSITE' | 'SITEMAP';
  readonly url: string;
  readonly includePaths: string;
  readonly excludePaths: string;
  readonly maxDepth: string;
  readonly maxLinks: string;
}

const initial: Site = {
  source: 'WEBSITE',
  url: '',
  includePaths: '',
  excludePaths: '',
  maxDepth: '',
  maxLinks: '',
};

const sources = [
  { value: 'WEBSITE', label: 'Follow links' },
  { value: 'SITEMAP', label: 'Read the sitemap' },
] as const;

const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text));

function configOf(site: Site) {
  const [includePaths, excludePaths] = [linesOf(site.includePaths), linesOf(site.excludePaths)];
  const maxLinks = numberOf(site.maxLinks);
  const maxDepth = site.source === 'WEBSITE' ? numberOf(site.maxDepth) : undefined;
  return {
    url: site.url.trim(),
    ...(includePaths.length > 0 && { includePaths }),
    ...(excludePaths.length > 0 && { excludePaths }),
    ...(maxLinks !== undefined && { maxLinks }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
}

const startOf = ({ source }: Site, fault: string | undefined): readonly FormField[] => [
  { name: 'source', label: 'Find pages by', options: sources },
  {
    name: 'url',
    label: 'Address',
    type: 'url',
    placeholder: source === 'WEBSITE' ? 'https://docs.example.com/' : 'https://example.com/sitemap.xml',
    error: fault,
    isRequired: true,
  },
];

const rules = { rows: 2, hint: 'Parts of addresses, one per line' };

const limitsOf = ({ source }: Site): readonly FormField[] => [
  { name: 'includePaths', label: 'Include addresses with', placeholder: '/guides/', ...rules },
  { name: 'excludePaths', label: 'Exclude addresses with', placeholder: '/archive/', ...rules },
  {
    name: 'maxLinks',
    label: 'Maximum pages',
    isNumber: true,
    placeholder: source === 'WEBSITE' ? '100' : '1000',
  },
  ...(source === 'SITEMAP' ? [] : [depth]),
];

const depth = {
  name: 'maxDepth',
  label: 'Maximum depth (links from the start)',
  isNumber: true,
  placeholder: '3',
  hint: '1 to 5',
};

/** Form for a site that is crawled from a page or read by its sitemap. */
export function SiteSource({ namespaceId }: { readonly namespaceId: string }) {
  const hasExtension = useHasExtension();
  const [site, setSite, forget] = useDraft(`ingest-site:${namespaceId}`, initial);
  const [options, setOptions] = useOptions(namespaceId);
  const { urls, fault } = readAddresses(site.url);
  const canSend = urls.length === 1 && fault === undefined;
  const form = { values: site, onChange: setSite };
  const { metadata, chunkConfig, scrapeOptions, syncFrequency } = readOptions(options);
  const config = { ...configOf(site), ...metadata, ...scrapeOptions };
  const request = { namespaceId, ingestConfig: { source: site.source, config, ...chunkConfig } };
  return (
    <SourceForm
      namespaceId={namespaceId}
      action={site.source === 'WEBSITE' ? 'Ingest site' : 'Ingest sitemap'}
      canSend={canSend}
      send={() => ingestSource({ ...request, ...syncFrequency })}
      onSent={forget}
    >
      <FormFields fields={startOf(site, fault)} {...form} />
      <div className="options-pair">
        <FormFields fields={limitsOf(site)} {...form} />
      </div>
      <OptionsFold options={options} onChange={setOptions} has={['frequency', 'selectors']} />
      {hasExtension('estimates') && <SitePreview request={request} canEstimate={canSend} />}
    </SourceForm>
  );
}

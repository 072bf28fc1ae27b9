import type { Estimate, Operations } from '@docfleet/sdk';
import { api } from '../../api/client.ts';
import { ingestSource } from '../../api/ingest-source.ts';
import { useHasExtension } from '../../api/session.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Terms } from '../../parts/detail.tsx';
import { Field } from '../../parts/field.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useDraft } from '../../use-draft.ts';
import { useSubmission } from '../../use-submission.ts';
import { linesOf, readOptions, useOptions } from './options.ts';
import { OptionsFold } from './options-fold.tsx';
import { readAddresses } from './read-addresses.ts';
import { SourceForm } from './source-form.tsx';

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

interface FieldsProps {
  readonly site: Site;
  readonly onChange: (site: Site) => void;
}

const Paths = ({ site, onChange }: FieldsProps) => (
  <div className="options-pair">
    <Field
      label="Include addresses with"
      rows={2}
      value={site.includePaths}
      onChange={(includePaths) => onChange({ ...site, includePaths })}
      placeholder="/guides/"
      hint="Parts of addresses, one per line"
    />
    <Field
      label="Exclude addresses with"
      rows={2}
      value={site.excludePaths}
      onChange={(excludePaths) => onChange({ ...site, excludePaths })}
      placeholder="/archive/"
      hint="Parts of addresses, one per line"
    />
  </div>
);

const Bounds = ({ site, onChange }: FieldsProps) => (
  <div className="options-pair">
    <Field
      label="Maximum pages"
      inputMode="numeric"
      value={site.maxLinks}
      onChange={(maxLinks) => onChange({ ...site, maxLinks })}
      placeholder={site.source === 'WEBSITE' ? '100' : '1000'}
    />
    {site.source === 'WEBSITE' && (
      <Field
        label="Maximum depth (links from the start)"
        inputMode="numeric"
        value={site.maxDepth}
        onChange={(maxDepth) => onChange({ ...site, maxDepth })}
        placeholder="3"
        hint="1 to 5"
      />
    )}
  </div>
);

/** Form for a site that is crawled from a page or read by its sitemap. */
export function SiteSource({ namespaceId }: { readonly namespaceId: string }) {
  const hasExtension = useHasExtension();
  const [site, setSite, forget] = useDraft(`ingest-site:${namespaceId}`, initial);
  const [options, setOptions] = useOptions(namespaceId);
  const { urls, fault } = readAddresses(site.url);
  const canSend = urls.length === 1 && fault === undefined;
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
      <Choice
        label="Find pages by"
        value={site.source}
        options={sources}
        onChange={(source) => setSite({ ...site, source })}
      />
      <Field
        label="Address"
        type="url"
        value={site.url}
        onChange={(url) => setSite({ ...site, url })}
        placeholder={
          site.source === 'WEBSITE' ? 'https://docs.example.com/' : 'https://example.com/sitemap.xml'
        }
        error={fault}
        isRequired
      />
      <Paths site={site} onChange={setSite} />
      <Bounds site={site} onChange={setSite} />
      <OptionsFold options={options} onChange={setOptions} has={['frequency', 'selectors']} />
      {hasExtension('estimates') && <SitePreview request={request} canEstimate={canSend} />}
    </SourceForm>
  );
}

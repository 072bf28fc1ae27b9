import { ingestSource } from '../../api/ingest-source.ts';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { useDraft } from '../../use-draft.ts';
import { linesOf, readOptions, useOptions } from './options.ts';
import { OptionsFold } from './options-fold.tsx';
import { readAddresses } from './read-addresses.ts';
import { SitePreview } from './site-preview.tsx';
import { SourceForm } from './source-form.tsx';

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
      <SitePreview request={request} canEstimate={canSend} />
    </SourceForm>
  );
}

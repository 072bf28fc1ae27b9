import type { DocumentDetails } from '@docfleet/sdk';
import type { ReactNode } from 'react';
import { wordsOf } from '../../parts/badge.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { formatBytes, formatCount, formatNumber, shorten } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import './facts.css';

const maxValueLength = 2_000;

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const maybe = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? '–' : format(value);

const units = { PAGE: 'page', ROW: 'row', CHUNK: 'chunk' } as const;

/** Describes the progress of processing: "page 12 of 300", "40,000 rows". */
function describeProgress({ unit, done, total }: NonNullable<DocumentDetails['progress']>): string {
  const name = units[unit];
  return total === null ? formatCount(done, name) : `${name} ${formatNumber(done)} of ${formatNumber(total)}`;
}

/** Card with the properties of a document: its source, size, times and processing. */
export function Facts({ document }: { readonly document: DocumentDetails }) {
  const { documentProperties: properties, embeddingConfig } = document;
  return (
    <Card title="Details">
      <dl className="facts">
        <Fact name="Source">{wordsOf(document.ingestionSource)}</Fact>
        <Fact name="Type">{properties.mimeType ?? '–'}</Fact>
        <Fact name="Size">{maybe(properties.fileSize, formatBytes)}</Fact>
        {document.progress && <Fact name="Progress">{describeProgress(document.progress)}</Fact>}
        <Fact name="Characters">{maybe(properties.characterCount, formatNumber)}</Fact>
        <Fact name="Tokens">{maybe(properties.tokenCount, formatNumber)}</Fact>
        <Fact name="Chunks">{maybe(properties.embeddingCount, formatNumber)}</Fact>
        <Fact name="Model">
          {embeddingConfig ? `${embeddingConfig.provider} ${embeddingConfig.model}` : '–'}
        </Fact>
        <Fact name="Tenant">{document.tenantId ?? '–'}</Fact>
        <Fact name="Created">
          <TimeAgo at={document.createdAt.isoString} />
        </Fact>
        <Fact name="Updated">
          <TimeAgo at={document.updatedAt.isoString} />
        </Fact>
        <Fact name="Id">
          <code>{document.id}</code> <CopyButton text={document.id} label="Copy id" />
        </Fact>
        <Fact name="External id">
          <span className="clamped">{shorten(document.externalId, maxValueLength)}</span>
        </Fact>
      </dl>
    </Card>
  );
}

const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

/** Card with the metadata of a document. */
export function MetadataCard({ document }: { readonly document: DocumentDetails }) {
  const entries = Object.entries(document.metadata);
  return (
    <Card title="Metadata">
      {entries.length === 0 ? (
        <p className="soft">None. Lists and searches can be filtered by metadata.</p>
      ) : (
        <dl className="facts">
          {entries.map(([name, value]) => (
            <Fact key={name} name={name}>
              <span className="clamped">{shorten(shown(value), maxValueLength)}</span>
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  );
}

import { connectorFacts, connectorNames } from '@docfleet/connectors';
import { chunkLocation } from '@docfleet/domain/chunk';
import { DocumentStatus, IngestJobRunStatus } from '@docfleet/domain/database';
import { maxNotReadEntries, notReadKinds } from '@docfleet/domain/document';
import { documentTypeOf, ownSources } from '@docfleet/domain/ingest';
import { embeddingProviders } from '@docfleet/embedding';
import { z } from 'zod';

const maxValues = 1_000;

/** A list of a filter: any of its values. Nulls are ignored; unknown values match nothing; an empty list matches nothing. */
export const filterValues = (description: string) =>
  z
    .array(z.string().nullable())
    .max(maxValues)
    .transform((values) => values.filter((value) => value !== null))
    .optional()
    .describe(description);

/** A filter's list of an enumeration, whose values go into the description. */
export const filterEnum = ({ options }: { readonly options: readonly string[] }) =>
  filterValues(`Any of ${options.join(', ')}; values that are not known match nothing`);

/** Times that both JavaScript and PostgreSQL can hold, and no clock will ever show. */
const [first, last] = [new Date(0), new Date('9999-12-31T00:00:00Z')];

/** A time with its zone, as a date: `2030-01-31T00:00:00Z`. */
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date >= first && date <= last, { error: 'must lie between the years 1970 and 9999' })
  .meta({ id: 'Moment' });

export const timestamp = z.object({ isoString: z.iso.datetime() }).meta({ id: 'Timestamp' });

export const toTimestamp = (date: Date) => ({ isoString: date.toISOString() });

/** A document's type is its connector's, or one of these. */
const documentTypes: readonly string[] = ['TEXT', 'URL', 'FILE', ...connectorNames.map(documentTypeOf)];
const sources: readonly string[] = [...ownSources, ...connectorNames];
const connectors: readonly string[] = connectorNames;

/** Enumerations shared by many responses; the OpenAPI document defines each once. */
export const documentStatus = z.enum(DocumentStatus).meta({ id: 'DocumentStatus', examples: ['SUCCESS'] });
export const documentType = z.enum(documentTypes).meta({ id: 'DocumentType' });
export const ingestionSource = z.enum(sources).meta({ id: 'IngestionSource' });
export const connectorType = z.enum(connectors).meta({
  id: 'Connector',
  examples: connectorNames.slice(0, 1),
  // What clients are generated from: https://spec.openapis.org/oas/v3.1.0#specification-extensions
  'x-connectors': connectorFacts,
});
export const ingestJobRunStatus = z.enum(IngestJobRunStatus).meta({ id: 'IngestJobRunStatus' });
export const embeddingProvider = z.enum(embeddingProviders).meta({ id: 'EmbeddingProvider' });

/** Location of a text in its document's file, as results of searches, chunks and citations show it. */
export const location = chunkLocation
  .describe(
    'Where the text stands in the file: pages and areas of a PDF in points from the upper left corner, slides, rows of a sheet, or seconds of a video; and the headings above it',
  )
  .meta({
    id: 'Location',
    examples: [
      { pages: [3, 3], boxes: [{ page: 3, x: 72, y: 140, width: 420, height: 56 }], section: ['Leave'] },
    ],
  });

export const notReadKind = z
  .enum(notReadKinds)
  .describe(
    'The kind of content. PAGE: a whole page. TEXT: a part of a text. HIDDEN_TEXT: text that the file does not show. PICTURE, CHART, DIAGRAM, FORMULA, FORM, SHEET, MEDIA: as named. LAYER: a layer that is off. ANNOTATION: a note or stamp on a page. EMBEDDED_FILE: a file within the file. LINKED_CONTENT: content that the file refers to. CONTEXT: the sentence that a context model refused to write about a passage, which is found by its own words alone. OTHER: a kind that this version does not name',
  )
  .meta({ id: 'NotReadKind', examples: ['PICTURE'] });

/** The parts of a file that its text lacks, as documents and conversions show them. */
export const notRead = z
  .array(
    z
      .object({
        what: notReadKind,
        where: z
          .string()
          .nullable()
          .describe(
            'The page, sheet, slide or part; null where it concerns the whole file or several places',
          ),
        why: z.string().describe('The reason, with a remedy where there is one'),
        count: z.int().min(1).describe('The number of such parts at this place'),
      })
      .meta({
        id: 'NotRead',
        examples: [{ what: 'PICTURE', where: 'page 3', why: 'OCR was not requested', count: 2 }],
      }),
  )
  .max(maxNotReadEntries)
  .readonly()
  .describe(
    `Parts of the file that its text lacks, at most ${maxNotReadEntries} entries: beyond that, equal kinds are counted without their places. Empty where everything was read`,
  );

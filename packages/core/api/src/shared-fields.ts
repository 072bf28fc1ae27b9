import { connectorFacts, connectorNames } from '@docfleet/connectors';
import { chunkLocation } from '@docfleet/domain/chunk';
import { DocumentStatus, IngestJobRunStatus, OcrStrategy } from '@docfleet/domain/database';
import { maxNotReadEntries, notReadKinds, readingDefaults } from '@docfleet/domain/document';
import { documentTypeOf, ownSources } from '@docfleet/domain/ingest';
import { embeddingProviders } from '@docfleet/embedding';
import { z } from 'zod';

const parts = ['MAIN', 'WHOLE'] as const;
const description =
  'MAIN reads the content of a page in HTML, without menus, related links and the like; WHOLE reads all but its navigation';

/** Parts of pages in HTML that are read. */
export const htmlContent = z.enum(parts).default(readingDefaults.htmlContent).describe(description);

/** A form's field of it, which is unset when it is missing, empty or the word `undefined`. */
export const htmlContentField = z
  .enum([...parts, 'undefined', ''])
  .optional()
  .transform((given) => (given === 'WHOLE' ? given : readingDefaults.htmlContent))
  .describe(`${readingDefaults.htmlContent} (default) or WHOLE: ${description}`);

/** Pattern of a text that is not blank. As a pattern it stands in the description too, so that clients know before they send. */
export const notBlank = [/\S/, { error: 'must not be blank' }] as const;

/** Matches a character that is seen; zero-width ones and fillers are letters or formats to Unicode, and blank to people. */
const seen = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Requires a character that is seen: for names that people choose from a list. */
export const visible = [
  (text: string) => seen.test(text),
  { error: 'must have a character that can be seen' },
] as const;

/** Maximum tokens of a chunk in cl100k_base: the longest input of the known models. */
const maxChunkTokens = 8_191;

/** Chunk sizes of a namespace, in tokens: both fields or none. */
export const chunkSizes = z
  .strictObject({
    chunkSize: z
      .int()
      .min(1)
      .max(maxChunkTokens)
      .meta({ title: 'Chunk size', description: 'Most tokens (cl100k_base) of a chunk', examples: [400] }),
    chunkOverlap: z
      .int()
      .min(0)
      .meta({
        title: 'Chunk overlap',
        description: 'Tokens that a chunk shares with the one before; less than chunkSize',
        examples: [80],
      }),
  })
  .refine(({ chunkSize, chunkOverlap }) => chunkOverlap < chunkSize, {
    path: ['chunkOverlap'],
    error: 'must be smaller than chunkSize',
  });

/** Chunk sizes of the documents of a request. */
export const chunkConfig = chunkSizes
  .meta({ id: 'ChunkConfig' })
  .optional()
  .describe(
    'The chunkConfig of the namespace decides where it has one; otherwise 400 and 80 unless given. No chunk is longer than the model reads, such as 220 tokens of all-minilm-l6-v2',
  );

/** Language code of Tesseract: `eng`, `deu`, `chi_sim`. */
const language = z
  .string()
  .regex(/^[a-z]{3}(?:_[a-z]{2,8})?$/i, 'must be a language as tesseract names it, such as eng');
const maxLanguages = 5;

/** Options of OCR for a document; without them, OCR reads image files and pages without text of their own. */
export const ocrConfig = z
  .strictObject({
    strategy: z.enum(OcrStrategy),
    languages: z
      .array(language)
      .min(1)
      .max(maxLanguages)
      .optional()
      .describe(
        'Languages of the pages, the most frequent first; by default the language of each page is detected',
      ),
  })
  .default({ strategy: readingDefaults.ocrStrategy });

/** Description of the form field that carries the options of OCR as JSON. */
export const ocrConfigField = `JSON: { strategy: ${Object.values(OcrStrategy).join(' or ')}, languages?: ["eng", …] }`;

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
  // Input of the generators of clients: https://spec.openapis.org/oas/v3.1.0#specification-extensions
  'x-connectors': connectorFacts,
});
export const ingestJobRunStatus = z.enum(IngestJobRunStatus).meta({ id: 'IngestJobRunStatus' });
export const embeddingProvider = z.enum(embeddingProviders).meta({ id: 'EmbeddingProvider' });

/** Location of a text in its document's file, as results of searches, chunks and citations show it. */
export const location = chunkLocation
  .describe(
    'Location of the text in the file: pages and areas of a PDF in points from the upper left corner, slides, rows of a sheet, or seconds of a video; and the headings above it',
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

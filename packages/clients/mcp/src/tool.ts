import { type ApiKey, type DocfleetClient, type RequestOptions, sourceFilterFields } from '@docfleet/sdk';
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Quote } from './clean-text.ts';

/** Scopes that an API key may have. */
export type Scopes = ApiKey['scopes'];
export type NeededScope = Exclude<Scopes[number], 'admin'>;

/** Scopes of an API key that include the permission of each scope. */
const within = { read: ['read', 'ingest', 'admin'], ingest: ['ingest', 'admin'] } as const satisfies Record<
  NeededScope,
  Scopes
>;

/** Whether a key with these scopes may do what takes this one. */
export const allows = (scopes: Scopes, needed: NeededScope): boolean =>
  within[needed].some((scope) => scopes.includes(scope));

/** The API client of the caller and the helpers that a tool receives with each call. */
export interface ToolContext {
  readonly client: DocfleetClient;
  /** The deadline and the end of the call, for every request. */
  readonly request: Pick<RequestOptions, 'signal'>;
  /** Marks what came out of a document as data. */
  readonly quote: Quote;
}

/** Result of a tool: `data` for programs, and the same content as `text` for models and people. */
export interface ToolResponse<Data> {
  readonly data: Data;
  readonly text: string;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Scope that the API key needs for this tool. */
  readonly scope: NeededScope;
  /** Extension of the service that it calls; unset for the core. */
  readonly extension?: string;
  readonly hints: Required<Omit<ToolAnnotations, 'title'>>;
  readonly input: Input;
  readonly output: Output;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolResponse<z.input<Output>>>;
}

/** A tool without the types of its input and answer: what the list of tools holds. */
export interface Tool extends Omit<ToolDefinition<z.ZodObject, z.ZodObject>, 'run'> {
  run(input: unknown, context: ToolContext): Promise<ToolResponse<unknown>>;
}

/** Infers a tool's types from its schemas, then forgets them so that tools share a list. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  // The server parses with these schemas before it runs.
  return definition as unknown as Tool;
}

/** Looks, and changes nothing. */
export const looks = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Ingests content from elsewhere; a repeated call updates it. */
export const fetches = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
} as const;

/** Bytes of UTF-8 that are about as many tokens: four for most languages, whatever the model of the assistant. */
export const bytesOfTokens = (tokens: number): number => tokens * 4;

export const namespaceId = z.string().describe('Name of the namespace, as list_namespaces returns it');

export const metadata = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .describe('Fields that every document gets, which searches can filter by');

const sourceFields = Object.fromEntries(
  sourceFilterFields.map(({ name, description, isMoment }) => {
    const field = isMoment ? z.iso.datetime({ offset: true }) : z.string().min(1);
    return [name, field.optional().describe(description)];
  }),
);

/** Filter by the source of documents, with the fields that the API describes. */
export const sourceFilter = z
  .strictObject(sourceFields)
  .optional()
  .describe(
    'Only documents whose source reports these, or that were accepted then; one whose source reports no address or time does not match a condition on it',
  );

type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Omits undefined fields, as the types of the SDK require. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;

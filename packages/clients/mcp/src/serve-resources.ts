import { type DocfleetClient, DocfleetError } from '@docfleet/sdk';
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { cleanLine, createQuote, explainError, quotedAsData, type ToolContext } from './tool.ts';
import { findDocument } from './tools/documents.ts';

/** A part of a document's text, with how it goes on. */
export interface ContentPart {
  readonly text: string;
  /** Offset of the rest of the text in UTF-16 units; null at its end. */
  readonly nextOffset: number | null;
}

/** Reads a document's Markdown from `offset` on, at most `length` UTF-16 units, never half of a pair. Holds no more than that. */
export async function readContent(
  { client, request }: Pick<ToolContext, 'client' | 'request'>,
  documentId: string,
  { offset, length }: { offset: number; length: number },
): Promise<ContentPart> {
  const { body } = await client.documents.content({ documentId, format: 'markdown' }, request);
  let passed = 0;
  let text = '';
  // Leaving the loop cancels the rest of the stream.
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const from = Math.max(0, offset - passed);
    passed += piece.length;
    if (from < piece.length) text += piece.slice(from, from + length + 1 - text.length);
    if (text.length > length) break;
  }
  if (text.length <= length) return { text, nextOffset: null };
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const end = splitsPair ? length - 1 : length;
  return { text: text.slice(0, end), nextOffset: offset + end };
}

const uriTemplate = 'docfleet://{namespace}/{documentId}';
const uriPattern = /^docfleet:\/\/([A-Za-z0-9._-]{1,64})\/([A-Za-z0-9-]{1,64})$/;
/** Documents listed per namespace; more would flood the lists in assistants. Others are found by search and list_documents. */
const listedPerNamespace = 50;
const maxResourceLength = 100_000;
/** Limit of the protocol for the values of one completion. */
const maxCompletions = 100;
const requestTimeoutMs = 30_000;

type Reaching = Pick<ToolContext, 'client' | 'request'>;

async function namesOf({ client, request }: Reaching): Promise<string[]> {
  const { namespaces } = await client.namespaces.list({}, request);
  return namespaces.map(({ identifier }) => identifier).toSorted();
}

/** A page is a namespace; the cursor is its name, so that pages stay in their places while namespaces come and go. */
async function listResources(reaching: Reaching, cursor: string | undefined) {
  const names = (await namesOf(reaching)).filter((name) => cursor === undefined || name >= cursor);
  const [namespaceId, next] = names;
  if (namespaceId === undefined) return { resources: [] };
  const { documents = [] } = await reaching.client.documents.list(
    {
      namespaceId,
      filterConfig: { documentIngestionStatuses: ['SUCCESS'] },
      pagination: { pageSize: listedPerNamespace },
    },
    reaching.request,
  );
  const resources = documents.map(({ id, name, externalId }) => ({
    uri: `docfleet://${namespaceId}/${id}`,
    name: cleanLine(name ?? externalId) || id,
    description: `A document of ${namespaceId}`,
    mimeType: 'text/markdown',
  }));
  return { resources, ...(next !== undefined && { nextCursor: next }) };
}

async function readResource(reaching: Reaching, uri: string) {
  const [, namespaceId, documentId] = uriPattern.exec(uri) ?? [];
  if (!namespaceId || !documentId)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `A document's address is ${uriTemplate}`);
  const document = await findDocument(reaching, namespaceId, documentId);
  const part = await readContent(reaching, documentId, { offset: 0, length: maxResourceLength });
  const rest =
    part.nextOffset === null ? [] : [`There is more: fetch with offset ${part.nextOffset} returns it.`];
  const title = cleanLine(document.name ?? document.externalId);
  const text = [`${title}\n${quotedAsData}`, createQuote()(part.text), ...rest].join('\n\n');
  return { contents: [{ uri, mimeType: 'text/markdown', text }] };
}

async function complete(reaching: Reaching, argument: { name: string; value: string }) {
  if (argument.name !== 'namespace') return { completion: { values: [] } };
  const found = (await namesOf(reaching)).filter((name) => name.startsWith(argument.value));
  const values = found.slice(0, maxCompletions);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

/** The error of the protocol for one of the API's, in the same words that tools use. */
function toProtocolError(error: unknown, uri: string): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const isMissing =
    error instanceof DocfleetError && (error.status === 404 || error.code === 'DOCUMENTS_NOT_FOUND');
  const message = explainError(error);
  return isMissing
    ? new ResourceNotFoundError(uri, message)
    : new ProtocolError(ProtocolErrorCode.InternalError, message);
}

/** Serves documents as resources: some of each namespace in a list, all of them by their addresses. */
export function serveResources(server: Server, client: DocfleetClient): void {
  const answer = async <Result>(
    work: (reaching: Reaching) => Promise<Result>,
    { mcpReq, uri = '' }: { readonly mcpReq: { readonly signal: AbortSignal }; readonly uri?: string },
  ) => {
    const request = { signal: AbortSignal.any([mcpReq.signal, AbortSignal.timeout(requestTimeoutMs)]) };
    return work({ client, request }).catch((error: unknown) => {
      throw toProtocolError(error, uri);
    });
  };
  server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
    answer((reaching) => listResources(reaching, params?.cursor), { mcpReq }),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate, name: 'Document', description: 'The text of a document', mimeType: 'text/markdown' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq }) =>
    answer((reaching) => readResource(reaching, uri), { mcpReq, uri }),
  );
  server.setRequestHandler('completion/complete', ({ params }, { mcpReq }) =>
    answer((reaching) => complete(reaching, params.argument), { mcpReq }),
  );
}

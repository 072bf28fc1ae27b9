import { DocfleetError } from './docfleet-error.ts';

/** 128 random bits as 32 hexadecimal digits. Browsers provide `crypto.randomUUID` to pages with TLS and to localhost alone. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Bytes piece by piece: a web stream, a stream of Node, or another iterable. */
type ByteStream = ReadableStream | AsyncIterable<Uint8Array | string>;

/** A file's bytes, or its text. A stream is read once, so that its request is not repeated; a function that opens one is called for each attempt. */
export type FileContent =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ByteStream
  | (() => ByteStream);

/** A `File`, or content with a name. */
export type FileInput =
  | File
  | { readonly name: string; readonly content: FileContent; readonly type?: string | undefined };

/** A request's body, and what its headers have to say of it. */
interface FormBody {
  readonly body: FormData | ReadableStream | Blob;
  /** Undefined: fetch knows it. */
  readonly contentType?: string;
}

/** A form, made anew for each attempt. */
export interface Form {
  readonly isRepeatable: boolean;
  open(): Promise<FormBody>;
}

type Named = Exclude<FileInput, File>;

/** The form of these fields with its file last. Blobs are read by fetch itself; a stream is sent as it comes where the runtime can, and collected first where not. */
export function createForm(input: Readonly<Record<string, unknown>>): Form {
  const { file, ...rest } = input as { file: FileInput };
  const { name, content, type } = namedOf(file);
  const kind = kindOf(content);
  const fields = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  return {
    isRepeatable: kind !== 'stream',
    async open() {
      if (kind !== 'bytes') {
        const opened = typeof content === 'function' ? content() : content;
        if (kindOf(opened) !== 'stream') throw unusable(opened);
        return streamForm(fields, { name, type, stream: opened as ByteStream });
      }
      const blob =
        content instanceof Blob && type === undefined
          ? content
          : new Blob([content as Blob], type === undefined ? {} : { type });
      const body = new FormData();
      for (const [key, value] of fields) body.append(key, value);
      body.append('file', blob, name);
      return { body };
    },
  };
}

function namedOf(file: FileInput): Named {
  const named = file instanceof Blob ? { name: file.name, content: file } : file;
  // Headers have no control characters, which names of files may have: a form with one would be refused as a whole.
  if (typeof named?.name === 'string' && named.name !== '')
    return { ...named, name: named.name.replace(/\p{Cc}/gu, '') || 'file' };
  throw new DocfleetError(
    'INVALID_REQUEST',
    'file is a File, or an object with the name and content of a file',
  );
}

/** Returns the kind of a content. Throws for other values, which would be sent as JavaScript converts them to text: `[object Object]`. */
function kindOf(content: unknown): 'bytes' | 'stream' | 'opened' {
  if (typeof content === 'string' || content instanceof Blob) return 'bytes';
  if (content instanceof ArrayBuffer || ArrayBuffer.isView(content)) return 'bytes';
  if (typeof content === 'function') return 'opened';
  if (content instanceof ReadableStream) return 'stream';
  if (typeof content === 'object' && content !== null && Symbol.asyncIterator in content) return 'stream';
  throw unusable(content);
}

function unusable(content: unknown): DocfleetError {
  const given = content instanceof Promise ? 'a promise, which has to be awaited first' : describe(content);
  return new DocfleetError(
    'INVALID_REQUEST',
    `The content of a file is a Blob, bytes, a stream or a function that opens a stream, not ${given}`,
  );
}

const describe = (content: unknown) =>
  content === null || content === undefined ? String(content) : `of the type ${typeof content}`;

interface StreamedFile {
  readonly name: string;
  readonly type: string | undefined;
  readonly stream: ByteStream;
}

async function streamForm(fields: readonly [string, string][], file: StreamedFile): Promise<FormBody> {
  const boundary = `docfleet-${randomId()}`;
  const disposition = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
  const head = [
    ...fields.map(([name, value]) => `${disposition(name)}\r\n\r\n${value}\r\n`),
    `${disposition('file')}; filename="${escaped(file.name)}"\r\n`,
    `Content-Type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
  ].join('');
  const stream = toWebStream(enclose(head, file.stream, `\r\n--${boundary}--\r\n`));
  const body = canSendStreams() ? stream : await new Response(stream).blob();
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** Escapes a name as forms require it: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A stream of bytes between two texts, read no faster than it is taken. */
async function* enclose(head: string, stream: ByteStream, tail: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  for await (const part of partsOf(stream))
    if (typeof part === 'string') yield encoder.encode(part);
    else if (ArrayBuffer.isView(part)) yield new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    else throw unusable(part);
  yield encoder.encode(tail);
}

/** The parts of a stream. A failure of the stream is one of the file, and not of the connection that it is sent on. */
async function* partsOf(stream: ByteStream): AsyncGenerator<unknown> {
  try {
    if (stream instanceof ReadableStream) yield* readThrough(stream.getReader());
    else yield* stream;
  } catch (cause) {
    throw new DocfleetError('INVALID_REQUEST', 'The content of the file could not be read', { cause });
  }
}

/** Not every browser iterates a stream by itself. */
async function* readThrough(reader: ReadableStreamDefaultReader<unknown>): AsyncGenerator<unknown> {
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** `ReadableStream.from`, which not every runtime has. */
const toWebStream = (iterator: AsyncGenerator<Uint8Array>) =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async (reason) => void (await iterator.return(reason)),
  });

/**
 * Browsers cannot, or not always: Firefox and Safari take the stream for text, and Chromium sends it over HTTP/2 alone, which is not known
 * before: https://developer.chrome.com/docs/capabilities/web-apis/fetch-streaming-requests
 */
function canSendStreams(): boolean {
  if ('XMLHttpRequest' in globalThis) return false;
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
  return !new Request('http://localhost', init as RequestInit).headers.has('content-type');
}

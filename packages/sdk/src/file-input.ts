/** 128 random bits as 32 hexadecimal digits. Browsers provide `crypto.randomUUID` to pages with TLS and to localhost alone. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** A file's bytes. A stream is read once, so that its request is not repeated; a function that opens one is called for each attempt. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | ReadableStream | (() => ReadableStream);

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
  const fields = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  const openStream =
    typeof content === 'function' ? content : content instanceof ReadableStream ? () => content : undefined;
  return {
    isRepeatable: !(content instanceof ReadableStream),
    async open() {
      if (openStream) return streamForm(fields, { name, type, stream: openStream() });
      const blob =
        content instanceof Blob && type === undefined ? content : new Blob([content as Blob], typed(type));
      const body = new FormData();
      for (const [key, value] of fields) body.append(key, value);
      body.append('file', blob, name);
      return { body };
    },
  };
}

const namedOf = (file: FileInput): Named =>
  file instanceof Blob ? { name: file.name, content: file } : file;

const typed = (type: string | undefined) => (type === undefined ? {} : { type });

interface StreamedFile {
  readonly name: string;
  readonly type: string | undefined;
  readonly stream: ReadableStream;
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
  const stream = enclose(head, file.stream, `\r\n--${boundary}--\r\n`);
  const body = canSendStreams() ? stream : await new Response(stream).blob();
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** As the standard of forms has it: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A stream of bytes between two texts, read no faster than it is taken. */
function enclose(head: string, stream: ReadableStream, tail: string): ReadableStream {
  const encoder = new TextEncoder();
  return stream.pipeThrough(
    new TransformStream({
      start: (controller) => controller.enqueue(encoder.encode(head)),
      flush: (controller) => controller.enqueue(encoder.encode(tail)),
    }),
  );
}

/**
 * Browsers cannot, or not always: Firefox and Safari take the stream for text, and Chromium sends it over HTTP/2 alone, which is not known
 * before: https://developer.chrome.com/docs/capabilities/web-apis/fetch-streaming-requests
 */
function canSendStreams(): boolean {
  if ('XMLHttpRequest' in globalThis) return false;
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
  return !new Request('http://localhost', init as RequestInit).headers.has('content-type');
}

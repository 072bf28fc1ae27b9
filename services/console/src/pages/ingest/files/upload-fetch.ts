import { DocfleetError } from '@docfleet/sdk';
import { userHeaders } from '../../../api/console-fetch.ts';
import { noteLost, noteResponse } from '../../../api/health.ts';

/** Statuses of responses without a body; `Response` rejects a body for them. */
const bodiless: readonly number[] = [204, 205, 304];

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, responseText } = request;
  return new Response(bodiless.includes(status) ? null : responseText, { status, headers });
}

/** Returns whether the browser can still read a file: it cannot if the file was changed, moved or deleted since it was selected. */
const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Returns the cause of a request without a response: an unreadable file, or the connection. */
async function failureOf(body: FormData): Promise<Error> {
  const file = body.get('file');
  if (file instanceof Blob && !(await isReadable(file)))
    return new DocfleetError(
      'INVALID_REQUEST',
      'The file was changed, moved or deleted after it was selected: select it again',
    );
  noteLost();
  return new TypeError('The connection was lost');
}

/** Returns a `fetch` that reports how many bytes of its body have been sent, which the browser's own cannot. */
export const uploadFetch =
  (onProgress: (sentBytes: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(input));
      userHeaders(init).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onload = () => {
        const response = responseOf(request);
        noteResponse(response);
        resolve(response);
      };
      // The SDK makes a form of a file.
      const body = init?.body as FormData;
      request.onerror = () => void failureOf(body).then(reject);
      request.onabort = () => reject(init?.signal?.reason);
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body);
    });

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectStorage } from './object-storage.ts';
import type { S3Error } from './s3-error.ts';
import { type XmlElement, xmlDocument } from './xml.ts';

/** Request with everything that its handler needs. */
export interface Exchange {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Description of the body in the signature: see `authenticate`. */
  readonly payload: string;
  readonly storage: ObjectStorage;
}

export function answer(
  { response }: Pick<Exchange, 'response'>,
  status: number,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers).end();
}

export function respondXml({ response }: Pick<Exchange, 'response'>, status: number, root: XmlElement): void {
  const body = xmlDocument(root);
  response
    .writeHead(status, {
      'content-type': 'application/xml',
      'content-length': String(Buffer.byteLength(body)),
    })
    // Written before the end, so that a fault can stop it half way.
    .write(body);
  response.end();
}

export function respondError(
  response: ServerResponse,
  error: Pick<S3Error, 'status' | 'code' | 'message' | 'elements'>,
): void {
  // The rest of the request is drained, so that the client reads the response instead of a reset connection.
  response.req.resume();
  const { status, code, message, elements } = error;
  if (response.req.method === 'HEAD') answer({ response }, status);
  else respondXml({ response }, status, { Error: { Code: code, Message: message, ...elements } });
}

import { describeBrokenJson, parseJson } from '@docfleet/api/parse-json';
import { AppError } from '@docfleet/errors';
import express, { type Request, type Response } from 'express';

/**
 * Body readers by their limit in bytes. They return bytes, because express.json replaces invalid UTF-8 silently; compressed bodies are
 * inflated within the limit.
 */
const readers = new Map<number, express.RequestHandler>();

function readerOf(limit: number): express.RequestHandler {
  const reader = readers.get(limit) ?? express.raw({ type: () => true, limit });
  readers.set(limit, reader);
  return reader;
}

function requireJson(contentType: string | undefined): void {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = !charset || /^charset="?utf-?8"?$/.test(charset);
  if (mediaType.trim() === 'application/json' && isUtf8) return;
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON in UTF-8: Content-Type: application/json',
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', 'The body is not valid UTF-8', { cause });
  }
}

/** Reads a body of at most `limit` bytes, counted after decompression. */
export async function readBytes(request: Request, response: Response, limit: number): Promise<Uint8Array> {
  await new Promise<void>((resolve, reject) => {
    readerOf(limit)(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  // It is set to no bytes where the request has no body.
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

/** Reads and parses a JSON body of at most `limit` bytes, counted after decompression. */
export async function readJsonBody(request: Request, response: Response, limit: number): Promise<unknown> {
  requireJson(request.headers['content-type']);
  const text = decode(await readBytes(request, response, limit));
  if (text.trim() === '')
    throw new AppError('INVALID_REQUEST', 'The body is empty: it must be a JSON object');
  try {
    return parseJson(text);
  } catch (cause) {
    const message = describeBrokenJson(text);
    const details = { issues: [{ path: '', message }] };
    throw new AppError('INVALID_REQUEST', `The body ${message}`, { cause, details });
  }
}

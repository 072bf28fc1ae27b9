import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { AppError } from '@docfleet/errors';
import { type Dispatcher, fetch, type RequestInfo, type RequestInit, Response } from 'undici';
import { decompressed, knownCodingsOf } from './decompress.ts';
import { forwardTo } from './forward-to.ts';

const header = 'content-encoding';

function withoutHeader(raw: readonly unknown[]): Buffer[] {
  const kept: Buffer[] = [];
  for (let index = 0; index < raw.length; index += 2)
    if (String(raw[index]).toLowerCase() !== header)
      kept.push(raw[index] as Buffer, raw[index + 1] as Buffer);
  return kept;
}

/** Hides from fetch how a response is coded, and reports it to the caller. */
const hidingCoding = (dispatcher: Dispatcher, onCoding: (coding: string | null) => void): Dispatcher =>
  dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        ...forwardTo(handler),
        onResponseStart(controller, status, { [header]: coding, ...headers }, message) {
          onCoding(coding === undefined ? null : String(coding));
          if (Array.isArray(controller.rawHeaders))
            controller.rawHeaders = withoutHeader(controller.rawHeaders);
          handler.onResponseStart?.(controller, status, headers, message);
        },
      }),
  );

/** A body that cannot be decompressed, in the form in which fetch reports one that breaks off. */
const brokenOff = (error: unknown) =>
  error instanceof AppError
    ? new TypeError('terminated', {
        cause: Object.assign(new Error(error.details.reason ?? error.message), { code: 'BODY_DAMAGED' }),
      })
    : error;

async function* decoded(body: NodeStream<Uint8Array>, codings: readonly string[]) {
  try {
    yield* decompressed(Readable.fromWeb(body), codings);
  } catch (error) {
    throw brokenOff(error);
  }
}

/**
 * Fetches as undici does, but for compressed bodies: its decoders take one that ends early for a whole one, on purpose
 * (https://github.com/nodejs/undici/issues/2123). Here it fails with the code BODY_DAMAGED as the cause's, and a body that was never
 * compressed, whatever its header says, is read as it is.
 */
export async function fetchWhole(
  dispatcher: Dispatcher,
  input: RequestInfo,
  init: RequestInit = {},
): Promise<Response> {
  let coding: string | null = null;
  const hiding = hidingCoding(dispatcher, (named) => {
    coding = named;
  });
  const response = await fetch(input, { ...init, dispatcher: hiding });
  const codings = knownCodingsOf(coding);
  if (codings.length === 0 || response.body === null) return response;
  // Its length is that of the compressed bytes.
  const headers = [...response.headers].filter(([name]) => name !== 'content-length');
  const { status, statusText, url, redirected } = response;
  const body = ReadableStream.from(decoded(response.body as NodeStream<Uint8Array>, codings));
  const whole = new Response(body, { status, statusText, headers: [...headers, [header, coding ?? '']] });
  return Object.defineProperties(whole, { url: { value: url }, redirected: { value: redirected } });
}

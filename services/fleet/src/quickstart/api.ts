import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

export interface Api {
  call<Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Data>;
  upload(file: string, fields: Record<string, string>): Promise<void>;
}

interface Envelope<Data> {
  readonly message: string;
  readonly data: Data;
  readonly error?: {
    readonly code: string;
    readonly details?: { readonly issues?: { path: string; message: string }[] };
  };
}

/** A response of the API that is no success. */
export class ApiFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

async function read<Data>(response: Response): Promise<Data> {
  const envelope = (await response.json()) as Envelope<Data>;
  if (!envelope.error) return envelope.data;
  const issues = (envelope.error.details?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new ApiFailure(envelope.error.code, [envelope.message, ...issues].join('; '));
}

/** The fleet's own API, called like any client does. */
export function createApi({ url, apiKey }: { url: string; apiKey: string }): Api {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  return {
    async call<Data>(method: 'GET' | 'POST', path: string, body?: unknown) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return read<Data>(await fetch(`${url}${path}`, { method, headers: { ...headers, ...type }, ...json }));
    },
    async upload(file, fields) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', await openAsBlob(file), basename(file));
      await read(await fetch(`${url}/v1/ingest/file`, { method: 'POST', headers, body: form }));
    },
  };
}

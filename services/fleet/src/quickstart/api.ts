import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

export interface Api {
  /** Resolves to the data of the response; throws ApiFailure. */
  call(method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown): Promise<unknown>;
  upload(file: string, fields: Record<string, string>): Promise<void>;
}

const issue = z.object({ path: z.string(), message: z.string() });
const envelope = z.object({
  message: z.string(),
  data: z.unknown().optional(), // absent in a refusal
  error: z
    .object({ code: z.string(), details: z.object({ issues: z.array(issue).default([]) }).optional() })
    .nullish(),
});

/** An unsuccessful response of the API. */
export class ApiFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${message} (${code})`);
    this.code = code;
  }
}

async function read(response: Response): Promise<unknown> {
  const { message, data, error } = envelope.parse(await response.json());
  if (!error) return data;
  const issues = (error.details?.issues ?? []).map((one) => `${one.path}: ${one.message}`);
  throw new ApiFailure(error.code, [message, ...issues].join('; '));
}

/** The fleet's own API, called like any client does. */
export function createApi({ url, apiKey }: { url: string; apiKey: string }): Api {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  return {
    async call(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return read(await fetch(`${url}${path}`, { method, headers: { ...headers, ...type }, ...json }));
    },
    async upload(file, fields) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', await openAsBlob(file), basename(file));
      await read(await fetch(`${url}/v1/ingest/file`, { method: 'POST', headers, body: form }));
    },
  };
}

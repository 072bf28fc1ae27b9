export interface ApiResponse<Data = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly success: boolean;
    readonly message: string;
    readonly data: Data;
    readonly error?: {
      readonly code: string;
      readonly details?: { readonly reason?: string; readonly issues?: { path: string; message: string }[] };
    };
  };
}

export interface ApiClient {
  request<Data = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<Data>>;
  /** Sends a form; a value of bytes or text with a file name is sent as a file. */
  upload<Data = Record<string, unknown>>(
    path: string,
    fields: Record<string, string>,
    file: { name: string; content: string | Uint8Array },
  ): Promise<ApiResponse<Data>>;
}

/** Creates a client that sends requests to a running gateway as its callers do. */
export function createApiClient({ url, apiKey }: { url: string; apiKey: string }): ApiClient {
  const common = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };

  async function send<Data>(path: string, init: RequestInit): Promise<ApiResponse<Data>> {
    const response = await fetch(`${url}${path}`, init);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ApiResponse<Data>['body'],
    };
  }

  return {
    request(method, path, body, headers = {}) {
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return send(path, { method, headers: { ...common, ...type, ...headers }, ...json });
    },
    upload(path, fields, file) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([Buffer.from(file.content as string)]), file.name);
      return send(path, { method: 'POST', headers: common, body: form });
    },
  };
}

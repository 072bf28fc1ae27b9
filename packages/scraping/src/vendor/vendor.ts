export interface Vendor {
  /** As its customers write it. */
  readonly name: string;
  readonly apiKey: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

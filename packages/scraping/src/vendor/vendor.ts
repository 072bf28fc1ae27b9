export interface Vendor {
  /** As its customers write it. */
  readonly name: string;
  readonly apiKey: string;
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

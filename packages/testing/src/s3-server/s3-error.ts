/** Error response of S3: status, code, message and additional elements of the body. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly elements: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string = code, elements: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.elements = elements;
  }
}

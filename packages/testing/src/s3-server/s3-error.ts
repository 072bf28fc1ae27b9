/** An answer of S3 that is no success: its status, its code, its sentence, and the extra elements of its body. */
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

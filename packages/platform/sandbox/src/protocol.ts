import type { ErrorCode, ErrorDetails } from '@docfleet/errors';

/** Message from a child process. */
export type SandboxReport<Result> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly progress?: object | undefined }
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** Stack of an unknown error, for the log. */
      readonly stack?: string | undefined;
    };

import { AppError, causesOf } from '@docfleet/errors';
import { VendorRefusal } from '@docfleet/provider';
import type { EmbeddingCapabilities } from '../../capabilities.ts';

/** Optional fields that a request has. */
export type RequestForm = NonNullable<EmbeddingCapabilities['takes']>;

/** The optional fields of a request. Base64 is a fifth of the bytes. */
export const fieldsOf = (form: RequestForm, dimensions: number | undefined) => ({
  ...(form.encodingFormat && { encoding_format: 'base64' }),
  ...(form.dimensions && dimensions !== undefined && { dimensions }),
});

const fullForm: RequestForm = { encodingFormat: true, dimensions: true };

/**
 * Forms of a request to a compatible server in the order in which they are tried until one succeeds: the last accepted one, then the
 * complete one, then without the fields that some servers refuse.
 */
function formsOf(dimensions: number | undefined, taken: RequestForm | undefined): RequestForm[] {
  const forms = [fullForm, { encodingFormat: false, dimensions: true }];
  if (dimensions !== undefined)
    forms.push({ encodingFormat: true, dimensions: false }, { encodingFormat: false, dimensions: false });
  const isTaken = (form: RequestForm) =>
    form.encodingFormat === taken?.encodingFormat && form.dimensions === taken.dimensions;
  return forms.toSorted((a, b) => Number(isTaken(b)) - Number(isTaken(a)));
}

/** Of LiteLLM, 500 too: it raises an error for fields that the server behind it does not know. */
const refusals = [400, 415, 422, 500, 501];

/** Whether a refusal may be of what the request asks for beside its texts. */
const isOfRequest = (error: unknown): boolean =>
  causesOf(error).some((link) => link instanceof VendorRefusal && refusals.includes(link.status));

/** Asks a server in the form that it takes. */
export type AskInForm = <Answer>(ask: (form: RequestForm) => Promise<Answer>) => Promise<Answer>;

/** OpenAI itself takes all that its reference names. */
export const inFullForm: AskInForm = (ask) => ask(fullForm);

/** Tries forms until one is answered, and keeps to that; `onTaken` is called. Rejects as the first of them was refused. */
export function tryForms(
  dimensions: number | undefined,
  taken: RequestForm | undefined,
  onTaken: (form: RequestForm) => void,
): AskInForm {
  let forms = formsOf(dimensions, taken);
  return async (ask) => {
    let first: unknown;
    for (const form of forms) {
      try {
        const answer = await ask(form);
        forms = [form];
        onTaken(form);
        return answer;
      } catch (error) {
        first ??= error;
        // What we say of an answer is said of the configuration; what a server says of the last form hides why the first was refused.
        if (error instanceof AppError) throw error;
        if (!isOfRequest(error)) break;
      }
    }
    throw first;
  };
}

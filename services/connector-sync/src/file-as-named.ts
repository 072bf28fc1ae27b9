import { contradiction } from '@docfleet/connectors';

/** Endings of files that begin with bytes of their own; tables that are saved as pages with the ending `.xls` are common. */
const ownBytes = /\.(?:pdf|docx|docm|xlsx|xlsm|pptx|pptm|odt|ods|odp|epub|zip|png|jpe?g|gif|tiff?|webp)$/i;
const page =
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,1000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;
const maxBeginningBytes = 2_048;

/**
 * A file's body; rejects with PROVIDER_UNAVAILABLE where a page comes in its place, as warnings of viruses and requests to sign in do
 * with status 200: it would be read as what the file says.
 */
export async function* fileAsNamed(
  body: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<Uint8Array> {
  let beginning: Buffer | undefined = ownBytes.test(fileName) ? Buffer.alloc(0) : undefined;
  for await (const part of body) {
    if (beginning !== undefined) {
      beginning = Buffer.concat([beginning, part.subarray(0, maxBeginningBytes)]);
      if (page.test(beginning.toString('utf8')))
        throw contradiction('The vendor', `A web page came in place of the content of ${fileName}`);
      if (beginning.length >= maxBeginningBytes) beginning = undefined;
    }
    yield part;
  }
}

import type { ErrorCode } from './catalogue.ts';

const waitOrResync =
  'It was tried again for about a day. Resync the document, or ingest it again, once the other side answers.';

const triedOrResync =
  'It was tried several times. Resync the document, or ingest it again, once the server responds.';

/** Advice for a document's owner by the error code of its failure; codes that documents do not fail with are left out. */
const adviceByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  DOCUMENT_EMPTY:
    'Check that the document contains text, and ingest it again. A scanned PDF needs the OCR strategy STANDARD_OCR.',
  DOCUMENT_UNREADABLE:
    'Open the file with the program that made it. If it opens there, save it anew, or as PDF, and ingest that.',
  DOCUMENT_CRASHED_WORKER:
    'Reading it ended the worker several times. Save it anew or split it, ingest that, and report the file to the operator.',
  DOCUMENT_ENCRYPTED: 'Remove the password from the file and ingest it again.',
  DOCUMENT_TOO_COMPLEX:
    'Split the file into smaller ones, or save it without its pictures, and ingest those.',
  SYSTEM_PROGRAM_MISSING:
    'Ask the operator to install the program that the error names, then ingest the file again.',
  UNSUPPORTED_FILE_TYPE:
    'Convert the file to a format that is supported, such as PDF or DOCX, and ingest that.',
  FILE_TOO_LARGE: 'Split the file, or ask the operator for a higher limit.',

  PROVIDER_REJECTED:
    "Correct the setting that the error names in the namespace's configuration, then resync the document or ingest it again.",
  PROVIDER_RATE_LIMITED:
    "Raise the limit of the namespace's account at the provider, or ingest less at a time; then resync the document or ingest it again.",
  PROVIDER_UNAVAILABLE: waitOrResync,
  SPENDING_LIMIT_REACHED:
    "Raise the namespace's spendingLimitConfig, or wait for the next month; then resync the document or ingest it again.",

  PAGE_UNREACHABLE: `Open the address in a browser: it may be misspelled, or its server down. ${triedOrResync}`,
  PAGE_UNAVAILABLE: triedOrResync,
  PAGE_NOT_FOUND:
    'The page is gone, or its address is misspelled. Delete the document, or ingest the right address.',
  PAGE_FORBIDDEN:
    'The site does not show this page to the scraper. Pass what it asks for in scrapeOptions.headers, or choose another web scraper for the namespace.',
  PAGE_BLOCKED_BY_ROBOTS:
    "The site's robots.txt asks robots to stay away from this page. Ask its owner to allow it, or ingest its text another way.",
  PAGE_EMPTY:
    'Nothing was left of the page. Check the selectors in scrapeOptions; a page that is drawn by scripts needs a web scraper that runs them.',
  PAGE_TOO_LARGE:
    'Narrow the page with includeSelectors in scrapeOptions, or ingest its parts by themselves.',
  PAGE_UNREADABLE:
    'The server sends the page in a form that cannot be read. Save it as a file and ingest that.',
  PAGE_REDIRECT_FAILED: 'Open the address in a browser and ingest the one that it leads to.',

  CONNECTION_UNAUTHORIZED:
    'Authorize the connection again: PATCH it, and open the authorizationUrl of the response. Then resync the document.',
  ITEM_NOT_FOUND:
    'The item was deleted or is no longer shared with the connection. Share it again, then resync it.',
  ITEM_FORBIDDEN: "Grant the connection's user the right to download the item, then resync it.",
  ITEM_UNSUPPORTED:
    'The item holds nothing that can be read. Export it to a supported format and ingest that.',

  ADDRESS_FORBIDDEN:
    'The address lies in a private network that the operator has not allowed. Ask the operator to allow it (EGRESS_ALLOW_CIDRS).',
  INTERNAL_ERROR:
    "The service failed repeatedly for about a day. Report the document's id to the operator, who finds the cause in the logs.",
};

/** Returns advice for a document's owner about an error, in one or two sentences; undefined when there is none for the code. */
export function adviceFor(code: string): string | undefined {
  return Object.hasOwn(adviceByCode, code) ? adviceByCode[code as ErrorCode] : undefined;
}

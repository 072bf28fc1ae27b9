/** Results that any file may have, however broken. */
export const documentedOutcomes: readonly string[] = [
  'read',
  'UNSUPPORTED_FILE_TYPE',
  'DOCUMENT_EMPTY',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_ENCRYPTED',
  'DOCUMENT_TOO_COMPLEX',
  'SYSTEM_PROGRAM_MISSING',
];

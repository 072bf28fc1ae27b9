import { AppError } from '@docfleet/errors';
import multer from 'multer';

const sentences: Partial<Record<multer.ErrorCode, string>> = {
  LIMIT_FILE_COUNT: 'The form has more than one file',
  LIMIT_UNEXPECTED_FILE: 'The form has a file in another field than "file"',
  LIMIT_FIELD_COUNT: 'The form has too many fields',
  LIMIT_PART_COUNT: 'The form has too many parts',
  LIMIT_FIELD_KEY: 'The form has a field whose name is too long',
  LIMIT_FIELD_VALUE: 'The form has a field that is too long',
};

const isNodeError = (error: unknown) => error instanceof Error && 'code' in error && 'syscall' in error;

/** Returns the error for a form that could not be read: the client's fault, unless the disk failed. */
export function uploadRefused(cause: unknown): unknown {
  if (isNodeError(cause)) return cause;
  const sentence = cause instanceof multer.MulterError ? sentences[cause.code] : undefined;
  return new AppError(
    'INVALID_REQUEST',
    sentence ?? 'The body is not a complete and well-formed multipart form',
    {
      cause,
    },
  );
}

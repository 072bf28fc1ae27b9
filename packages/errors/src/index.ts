export { adviceFor } from './advice.ts';
export { AppError, type ErrorDetails } from './app-error.ts';
export { type ErrorCode, type ErrorKind, errorCatalogue, isErrorCode } from './catalogue.ts';
export { causesOf } from './causes-of.ts';

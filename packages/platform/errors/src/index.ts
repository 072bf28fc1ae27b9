export { AppError, adviceFor, causesOf, type ErrorDetails, paidFor } from './app-error.ts';
export { type ErrorCode, type ErrorKind, errorCatalogue, isErrorCode } from './catalogue.ts';

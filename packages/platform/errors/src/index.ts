export { adviceFor } from './advice.ts';
export { AppError, causesOf, type ErrorDetails, paidFor } from './app-error.ts';
export { type ErrorCode, type ErrorKind, errorCatalogue, isErrorCode } from './catalogue.ts';

export {
  addToLogContext,
  createLogger,
  createOutageReport,
  currentLogContext,
  type LogContext,
  type Logger,
  serviceOf,
  withLogContext,
} from './logger.ts';

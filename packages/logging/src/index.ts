export { currentLogContext, type LogContext, withLogContext } from './context.ts';
export { createLogger, type Logger } from './logger.ts';

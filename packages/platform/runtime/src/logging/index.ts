export { addToLogContext, currentLogContext, type LogContext, withLogContext } from './context.ts';
export { createLogger, type Logger, serviceOf } from './logger.ts';
export { createOutageReport } from './outage-report.ts';

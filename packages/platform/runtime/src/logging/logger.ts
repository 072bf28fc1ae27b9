import { type DestinationStream, type LevelWithSilent, type Logger as PinoLogger, pino } from 'pino';
import { currentLogContext } from './context.ts';
import { openLogOutput } from './log-output.ts';

export type Logger = PinoLogger;

const secretFields = [
  'apiKey',
  'credentials',
  'clientSecret',
  'secretAccessKey',
  'accessToken',
  'refreshToken',
  'authorization',
];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LevelWithSilent;
  /** Appended to instead of standard output; its folder is made when missing. */
  readonly file?: string;
}

/** Names of levels as Google Cloud and others read them in the field `severity`. */
const severities: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
};

/** A logger that writes JSON lines, with the current request's or job's ids and without known secret fields. */
export function createLogger(
  options: LoggerOptions,
  destination: DestinationStream = openLogOutput(options.file),
): Logger {
  return pino(
    {
      level: options.level,
      formatters: { level: (label, level) => ({ level, severity: severities[label] }) },
      base: { service: options.service },
      mixin: () => ({ ...currentLogContext() }),
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[secret]',
      },
      serializers: { error: pino.stdSerializers.errWithCause },
    },
    destination,
  );
}

/** The name of the service that a logger writes for. */
export const serviceOf = (logger: Logger): string => String(logger.bindings()['service']);

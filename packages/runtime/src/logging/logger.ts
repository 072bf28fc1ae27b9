import { type DestinationStream, type LevelWithSilent, type Logger as PinoLogger, pino } from 'pino';
import { currentLogContext } from './context.ts';

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

/** Bytes of lines that wait for a device that takes none; later lines are dropped, so that a full disk does not fill the memory. */
const maxWaitingBytes = 1 << 20;

/** Opens a file, or standard output. A device that is full or closed fails no request: what waits is written with a later line. */
function openDestination(file?: string): DestinationStream {
  const options = { dest: file ?? 1, mkdir: true, maxLength: maxWaitingBytes };
  return pino.destination(options).on('error', () => undefined);
}

/** A logger that writes JSON lines, with the current request's or job's ids and without known secret fields. */
export function createLogger(
  options: LoggerOptions,
  destination: DestinationStream = openDestination(options.file),
): Logger {
  return pino(
    {
      level: options.level,
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

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

/** A logger that writes JSON lines to standard output, with the current request's or job's ids and without known secret fields. */
export function createLogger(
  options: { service: string; level: LevelWithSilent },
  destination: DestinationStream = pino.destination(1),
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

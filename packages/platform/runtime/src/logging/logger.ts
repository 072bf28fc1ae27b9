import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DestinationStream, type LevelWithSilent, type Logger as PinoLogger, pino } from 'pino';
import { currentLogContext } from './context.ts';

/** Bytes that wait for a device that takes none, such as a full disk; later lines are dropped and counted. */
const maxWaitingBytes = 1 << 20;
const retryMs = 200;

/**
 * Opens a file for appending, or standard output. Writing never throws and never blocks on a device that is full, slow or closed: a log
 * must not stop the program that it reports on.
 */
function openLogOutput(file?: string): { write(line: string): void } {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  const descriptor = file === undefined ? 1 : openSync(file, 'a');
  let waiting: Buffer = Buffer.alloc(0);
  let dropped = 0;
  let retry: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(retry);
    retry = undefined;
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(descriptor, waiting));
    } catch {
      retry ??= setTimeout(flush, retryMs).unref();
      return;
    }
    if (dropped > 0) {
      const count = dropped;
      dropped = 0;
      write(
        `${JSON.stringify({ level: 40, time: Date.now(), dropped: count, msg: 'log lines were lost while they could not be written' })}\n`,
      );
    }
  }
  function write(line: string): void {
    const bytes = Buffer.from(line);
    if (waiting.length + bytes.length > maxWaitingBytes) dropped += 1;
    else waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (retry === undefined) flush();
  }
  return { write };
}

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

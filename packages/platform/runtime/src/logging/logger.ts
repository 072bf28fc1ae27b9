import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DestinationStream, type LevelWithSilent, type Logger as PinoLogger, pino } from 'pino';

/** Ids that belong in every line of a request or job. */
export interface LogContext {
  readonly requestId?: string;
  readonly [name: string]: string | number | undefined;
}

const storage = new AsyncLocalStorage<Record<string, string | number | undefined>>();

/** Runs `work` with `context` added to every line that it logs, at any depth. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run({ ...storage.getStore(), ...context }, work);
}

/** Adds ids that become known while a request or job is handled: earlier log lines of it lack them. */
export function addToLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

/** The ids of the request or job that is being handled; empty outside of one. */
export function currentLogContext(): LogContext {
  return storage.getStore() ?? {};
}

/** Interval of log lines for one reason, in milliseconds: work that a full disk refuses is retried up to dozens of times a second. */
const defaultEveryMs = 60_000;
const maxReasons = 50;

/** Returns the reason with its numbers replaced, so that one that differs only in them, such as bytes free, counts as the same. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\d+/g, '0');

/**
 * Returns what takes the errors of an outage and reports the first of each reason, and then at most one each `everyMs`, with the number of
 * those between that were not.
 */
export function createOutageReport(
  report: (error: unknown, unreported: number) => void,
  { everyMs = defaultEveryMs, now = Date.now }: { everyMs?: number; now?: () => number } = {},
): (error: unknown) => void {
  const reported = new Map<string, { readonly until: number; unreported: number }>();
  return (error) => {
    const reason = reasonOf(error);
    const known = reported.get(reason);
    if (known && now() < known.until) {
      known.unreported += 1;
      return;
    }
    if (reported.size >= maxReasons) reported.clear();
    reported.set(reason, { until: now() + everyMs, unreported: 0 });
    report(error, known?.unreported ?? 0);
  };
}

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

/** What a reader made of a file, and what that took. */
export interface Reading {
  readonly markdown?: string;
  readonly failure?: string;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Of the reader's process, since it began. */
  readonly peakMegabytes: number;
}

export interface RunningReader {
  read(path: string): Promise<Reading>;
  close(): void;
}

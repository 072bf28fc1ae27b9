/** What one task may take. */
export interface SandboxLimits {
  /** Milliseconds without a report of progress. */
  readonly quietMs: number;
  /** Milliseconds in all, whatever progress there is. */
  readonly totalMs: number;
  /** Of the child and all processes that it starts. */
  readonly memoryBytes: number;
}

/** Exit codes of the `docfleet` command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  notAllowed: 3,
  notFound: 4,
  documentsFailed: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

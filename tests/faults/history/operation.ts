/** When a request was under way, in milliseconds of one clock. */
interface Interval {
  readonly start: number;
  readonly end: number;
}

/** One thing that a client did or saw, reduced to what the rules compare. Only what was acknowledged is an operation. */
export type Operation = Interval &
  (
    | {
        /** A document got content; `version` counts the contents of a document in the order in which its owner sent them. */
        readonly kind: 'write';
        readonly documentId: string;
        readonly version: number;
      }
    | { readonly kind: 'delete'; readonly documentIds: readonly string[] }
    | {
        /** Contents that a list or a search returned. A content may belong to several versions. */
        readonly kind: 'read';
        readonly found: readonly {
          readonly documentId: string;
          readonly versions?: readonly number[];
          readonly revision?: number;
        }[];
      }
    | { readonly kind: 'keyed'; readonly key: string; readonly result: string }
    | {
        readonly kind: 'run';
        readonly runId: string;
        readonly total: number;
        readonly ended: number;
        readonly unfinished: number;
      }
    | { readonly kind: 'event'; readonly requestId: string; readonly change: string }
  );

export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { readonly kind: Kind }>;

export const ofKind = <Kind extends Operation['kind']>(
  history: readonly Operation[],
  kind: Kind,
): OperationOf<Kind>[] =>
  history.filter((operation): operation is OperationOf<Kind> => operation.kind === kind);

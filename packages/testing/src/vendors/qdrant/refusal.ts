/** Error response of Qdrant. */
export class QdrantRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const statuses: readonly (readonly [form: RegExp, status: number, prefix: string])[] = [
  [/no point with id/i, 404, 'Not found: '],
  [/untagged enum/, 400, 'Format error in JSON body: '],
];

/** Returns the refusal for an error of the engine. */
export function refusalOf(message: string): QdrantRefusal {
  const [, status = 400, prefix = 'Wrong input: '] = statuses.find(([form]) => form.test(message)) ?? [];
  return new QdrantRefusal(status, prefix + message);
}

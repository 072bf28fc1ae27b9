/** Test files run in the realm of the worker. What a file changes there, its environment and what it registered with the process, ends with it. */
export default class NativeEnvironment {
  constructor() {
    this.global = globalThis;
    this.exit = process.exit;
    this.variables = { ...process.env };
  }

  /** Jest requires it, and calls it only for coverage. */
  getVmContext() {
    return null;
  }

  async setup() {}

  /** Paths of errors as an editor opens them, without a line about how test files are loaded. What a test looked at when it failed is printed. */
  async handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure')
      for (const describe of globalThis[Symbol.for('docfleet.failure-notes')] ?? [])
        process.stderr.write(`${test.name}: ${await describe()}\n`);
    if (name !== 'test_done') return;
    for (const error of test.errors.flat())
      if (error instanceof Error && error.stack) error.stack = readable(error.stack);
  }

  async teardown() {
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }
}

const readable = (stack) =>
  stack
    .replaceAll('file://', '')
    .replaceAll(/\?file=\d+/g, '')
    .replaceAll(/\n[^\n]*\/scripts\/jest\/native-runtime\.js[^\n]*/g, '');

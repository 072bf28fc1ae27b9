/** Test files run in the realm of the worker. What a file changes there, its environment and what it registered with the process, ends with it. */
export default class NativeEnvironment {
  constructor() {
    this.global = globalThis;
    this.exit = process.exit;
    this.variables = { ...process.env };
  }

  /** Jest takes it for a sign of a current environment, and asks it only for coverage. */
  getVmContext() {
    return null;
  }

  async setup() {}

  /** Paths of errors as an editor opens them. */
  handleTestEvent({ name, test }) {
    if (name !== 'test_done') return;
    for (const error of test.errors.flat())
      if (error instanceof Error && error.stack)
        error.stack = error.stack.replaceAll('file://', '').replaceAll(/\?file=\d+/g, '');
  }

  async teardown() {
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }
}

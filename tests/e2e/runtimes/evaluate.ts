/** Evaluates an expression in which `scenario` is this module, which the proxy serves, too, and gives its value. */
export type Evaluate = (module: string, expression: string, proxyUrl: string) => Promise<unknown>;

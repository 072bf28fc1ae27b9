/**
 * Sets a variable that a native library reads for itself, unless the operator has set it.
 * It must be called before the library is loaded.
 */
export function presetEnvironment(name: string, value: string): void {
  process.env[name] ??= value;
}

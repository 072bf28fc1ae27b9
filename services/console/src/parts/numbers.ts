const plain = new Intl.NumberFormat('en');
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `12,345`. */
export const formatNumber = (value: number): string => plain.format(value);

/** `1.2 MB`, of a number of bytes. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toFixed(step > 0 && value < 10 ? 1 : 0)} ${units[step]}`;
}

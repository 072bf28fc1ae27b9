const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Formats the time since a moment in a few characters, as `5 min`. Takes ISO 8601; returns null without a moment. */
export function age(isoString: string | null | undefined, now: number = Date.now()): string | null {
  if (!isoString) return null;
  const passedMs = now - Date.parse(isoString);
  const [ms, name] = units.find(([length]) => Math.abs(passedMs) >= length) ?? [1_000, 's'];
  const count = Math.floor(Math.abs(passedMs) / ms);
  return passedMs < 0 ? `in ${count} ${name}` : `${count} ${name} ago`;
}

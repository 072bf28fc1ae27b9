const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`: of a number of milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
  if (ms < minuteMs) return `${Math.round(ms / 1_000)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ${Math.floor((ms % minuteMs) / 1_000)} s`;
  return `${Math.floor(ms / hourMs)} h ${Math.floor((ms % hourMs) / minuteMs)} min`;
}

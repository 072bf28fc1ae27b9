const barWidth = 30;

/** One line that is drawn over itself on a terminal; elsewhere only the end is printed. */
export function drawProgress(done: number, total: number): void {
  const complete = done >= total;
  if (!process.stdout.isTTY && !complete) return;
  const filled = total === 0 ? barWidth : Math.min(barWidth, Math.round((done / total) * barWidth));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const start = process.stdout.isTTY ? '\r' : '';
  process.stdout.write(`${start}  ${bar} ${done}/${total}${complete ? '\n' : ''}`);
}

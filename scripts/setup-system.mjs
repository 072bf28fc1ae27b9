// Installs the programs of the operating system that OCR, DOC and PPT need: on Debian and its children, as root. Elsewhere it says
// what to install. Plain JavaScript on purpose: it also runs where nothing of the repository is installed, as in an image.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const fonts = ['fonts-dejavu', 'fonts-liberation'];
/** What each program comes with. */
const debianPackages = {
  tesseract: ['tesseract-ocr', 'tesseract-ocr-eng', 'tesseract-ocr-osd'],
  pdftoppm: ['poppler-utils'],
  soffice: ['libreoffice-writer-nogui', 'libreoffice-impress-nogui', ...fonts],
};
const minuteMs = 60_000;

const isInstalled = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const isDebian = () => existsSync('/etc/debian_version') && isInstalled('apt-get');

function aptGet(args, timeoutMs) {
  const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { succeeded: result.status === 0, complaint: (result.stderr ?? '').trim().split('\n').at(-1) };
}

/** Installs what is missing where that is possible. Returns whether everything is installed now, and a line to print if there is one. */
function setUpSystem() {
  const missing = Object.keys(debianPackages).filter((program) => !isInstalled(program));
  if (missing.length === 0) return { complete: true };
  const needed = missing.join(', ');
  const packages = missing.flatMap((program) => debianPackages[program]);
  if (!isDebian())
    return {
      complete: false,
      line: `Missing: ${needed}. Install Tesseract 5 with English, poppler and LibreOffice, for example: brew install tesseract poppler libreoffice, or dnf install tesseract poppler-utils libreoffice-writer libreoffice-impress.`,
    };
  if (process.getuid?.() !== 0)
    return { complete: false, line: `Missing: ${needed}. As root: apt-get install ${packages.join(' ')}` };
  const startedAt = performance.now();
  aptGet(['update'], 2 * minuteMs);
  const { succeeded, complaint } = aptGet(
    ['install', '-y', '--no-install-recommends', ...packages],
    10 * minuteMs,
  );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return succeeded
    ? { complete: true, line: `Installed ${needed} in ${seconds} s.` }
    : { complete: false, line: `Missing: ${needed}. apt-get could not install them: ${complaint}` };
}

const { complete, line } = setUpSystem();
console.error(line ?? 'Every program that docfleet uses is installed.');
process.exitCode = complete ? 0 : 1;

// Installs the programs of the operating system that OCR, DOC and PPT need: on Debian and its children, as root. Elsewhere it says
// what to install. Plain JavaScript on purpose: it also runs where nothing of the repository is installed, as in an image.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const fonts = ['fonts-dejavu', 'fonts-liberation'];
/** Debian packages by program. */
const debianPackages = {
  tesseract: ['tesseract-ocr', 'tesseract-ocr-osd'],
  soffice: ['libreoffice-writer-nogui', 'libreoffice-impress-nogui', ...fonts],
};
/** Languages that OCR reads without further ado. */
const ocrLanguages = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld'];
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

/** The packages of languages that tesseract lacks here. */
function missingLanguages() {
  const { stdout, stderr } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' });
  const installed = `${stdout ?? ''}\n${stderr ?? ''}`.split('\n').map((line) => line.trim());
  return ocrLanguages.filter((language) => !installed.includes(language));
}

/** Installs what is missing where that is possible. Returns whether everything is installed now, and a line to print if there is one. */
function setUpSystem() {
  const missing = Object.keys(debianPackages).filter((program) => !isInstalled(program));
  const languages = missingLanguages();
  if (missing.length === 0 && languages.length === 0) return { complete: true };
  const needed = [...missing, ...languages.map((language) => `OCR of ${language}`)].join(', ');
  const packages = [
    ...missing.flatMap((program) => debianPackages[program]),
    ...languages.map((language) => `tesseract-ocr-${language}`),
  ];
  if (!isDebian())
    return {
      complete: false,
      line: `Missing: ${needed}. Install Tesseract 5 with its languages and LibreOffice, for example: brew install tesseract tesseract-lang libreoffice, or dnf install tesseract tesseract-langpack-{deu,fra,spa,ita,por,nld} libreoffice-writer libreoffice-impress.`,
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

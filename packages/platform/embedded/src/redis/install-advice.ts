import { readFileSync } from 'node:fs';

/** The command that installs a Redis-compatible server, by what a distribution's os-release calls it. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/\b(debian|ubuntu)\b/, 'sudo apt-get install redis-server'],
  [/\b(fedora|rhel|centos)\b/, 'sudo dnf install valkey'],
  [/\balpine\b/, 'apk add valkey'],
  [/\barch\b/, 'sudo pacman -S valkey'],
  [/\bsuse\b/, 'sudo zypper install valkey'],
];

function linuxCommand(osRelease: string): string | undefined {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?=["']?([^"'\n]*)/gm)].map(([, id]) => id).join(' ');
  return commands.find(([id]) => id.test(ids))?.[1];
}

const readOsRelease = () => {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
};

/** Returns a sentence on installing a Redis-compatible server on this system or the given one. */
export function installAdvice(
  platform: NodeJS.Platform = process.platform,
  osRelease: string = readOsRelease(),
): string {
  const own = 'or set REDIS_URL to a server of your own (Redis 6.2 or newer, or Valkey)';
  if (platform === 'win32') return `run docfleet in WSL (wsl --install) or with Docker, ${own}`;
  const command = platform === 'darwin' ? 'brew install valkey' : linuxCommand(osRelease);
  return command
    ? `install one with: ${command}, ${own}`
    : `install redis-server or valkey-server with the package manager of your system, ${own}`;
}

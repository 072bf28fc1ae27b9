import type { Egress } from '@docfleet/egress';

/** What a site lets this visitor do with an address. */
export interface Robots {
  judge(url: URL, signal: AbortSignal): Promise<{ readonly allowed: boolean; readonly delayMs: number }>;
}

/** A stand-in until the package has its own. */
export function createRobots(egress: Egress): Robots {
  const known = new Map<string, Promise<string>>();
  const read = async (origin: string, signal: AbortSignal) => {
    const answer = await egress.fetch(`${origin}/robots.txt`, { signal });
    return answer.ok ? answer.text() : '';
  };
  return {
    async judge(url, signal) {
      const text = known.get(url.origin) ?? read(url.origin, signal).catch(() => '');
      known.set(url.origin, text);
      const rules = await text;
      const disallowed = [...rules.matchAll(/^disallow:\s*(\S+)/gim)].map(([, path]) => path ?? '/');
      const [, delay = '0'] = /^crawl-delay:\s*([\d.]+)/im.exec(rules) ?? [];
      return {
        allowed: !disallowed.some((path) => url.pathname.startsWith(path)),
        delayMs: Math.min(Number(delay), 30) * 1_000,
      };
    },
  };
}

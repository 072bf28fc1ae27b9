/** Permissions of robots on a page. https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export interface RobotsDirectives {
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
}

/** `otherbot: noindex` in a header is meant for that robot alone. */
const addressed = /^\s*([\w-]+)\s*:\s*/;
const withValue = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

function words(directives: string): string[] {
  const to = addressed.exec(directives);
  const robot = to?.[1]?.toLowerCase() ?? '';
  if (to && !withValue.has(robot) && robot !== 'docfleet') return [];
  const own = robot === 'docfleet' ? directives.slice(to?.[0].length) : directives;
  // Many sites leave the commas out.
  return own.toLowerCase().split(/[\s,;]+/);
}

/** Reads `<meta name=robots>` and each X-Robots-Tag; what any of them forbids is forbidden. */
export function readRobots(values: readonly string[]): RobotsDirectives {
  const said = new Set(values.flatMap(words));
  const allows = (forbidden: string) => !said.has(forbidden) && !said.has('none');
  return { mayIndex: allows('noindex'), mayFollow: allows('nofollow') };
}

import { AppError } from '@docfleet/errors';

/** The vendor forwards no headers, but has settings for these. */
const settings: Readonly<Record<string, string>> = {
  cookie: 'x-set-cookie',
  'user-agent': 'x-user-agent',
  referer: 'x-referer',
  'accept-language': 'x-locale',
};

/** A page's headers as the vendor takes them; throws INVALID_SCRAPE_OPTIONS for those that it cannot send. */
export function jinaHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const setting = settings[name.toLowerCase()];
      if (setting) return [setting, value];
      const takes = Object.keys(settings).join(', ');
      throw new AppError(
        'INVALID_SCRAPE_OPTIONS',
        `JINA cannot send the header "${name}"; it takes ${takes}`,
        {
          details: { setting: 'scrapeOptions.headers' },
        },
      );
    }),
  );
}

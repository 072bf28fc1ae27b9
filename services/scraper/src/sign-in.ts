import { AppError } from '@docfleet/errors';
import type { ScrapedPage } from '@docfleet/scraping';

/** A page that asks to sign in says little else. */
const maxSignInLength = 3_000;
const maxFormLength = 600;

const signInHost = /^(?:log-?in|sign-?in|sso|auth|accounts?|idp|id|adfs)\./i;
const signInPath =
  /(?:^|[/._-])(?:log[-_]?[io]n|sign[-_]?in|signon|anmelden|connexion|acceder|accedi|inloggen|saml2?|oauth2?|authorize|authenticate|wp-login)(?:\.\w{2,5})?\/?$/i;

const returnParameter =
  /[?&](?:next|return\w*|redirect\w*|continue|goto|target|from|back\w*|dest\w*|service|relaystate|samlrequest)=/i;

const isSignInAddress = (url: URL) => signInHost.test(url.hostname) || signInPath.test(url.pathname);

const bare = ({ host, pathname }: URL) => host.replace(/^www\./, '') + pathname.replace(/\/$/, '');

/**
 * Tests whether a page stands at another address than the requested one and asks to sign in, or does nothing else. One sign alone is not enough: guides explain
 * how to sign in, and forums have a form for it on each page.
 */
export function leadsToSignIn(
  requested: URL,
  { finalUrl, hasPasswordField, markdown }: ScrapedPage,
): boolean {
  const asks = hasPasswordField === true;
  if (asks && markdown.trim() === '') return true;
  if (bare(requested) === bare(finalUrl) || markdown.length > maxSignInLength) return false;
  if (isSignInAddress(requested)) return false;
  const isElsewhere = requested.hostname !== finalUrl.hostname;
  if (signInHost.test(finalUrl.hostname) && isElsewhere) return true;
  const isAddress = signInPath.test(finalUrl.pathname);
  if (isAddress && (asks || returnParameter.test(finalUrl.search))) return true;
  return asks && (isElsewhere || markdown.length <= maxFormLength || returnParameter.test(finalUrl.search));
}

export const signInRequired = ({ finalUrl }: ScrapedPage): AppError =>
  new AppError(
    'PAGE_FORBIDDEN',
    `It leads to a sign-in page (${finalUrl.origin}${finalUrl.pathname}): check the headers of its scrapeOptions, which may have lapsed`,
  );

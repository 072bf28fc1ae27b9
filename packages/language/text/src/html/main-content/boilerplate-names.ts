import type { HtmlElement } from '../html-element.ts';

/** Words in classes and ids by which sites call what surrounds their content. */
const surroundings = new Set(
  (
    'ad ads advert advertisement adsense sponsored sponsor promo promoted promotion upsell cookie cookies consent gdpr ccpa ' +
    'newsletter subscribe subscription signup signin login paywall related recommended recommendations suggested also more-stories ' +
    'share sharing social follow breadcrumb breadcrumbs pagination pager paginator sidebar toc menu navbar nav navigation footer ' +
    'masthead topbar toolbar skip popup modal overlay toast announcement widget widgets cta feedback helpful copyright legal ' +
    'tags taglist trending popular bio quickreply disclaimer banner'
  ).split(' '),
);
const comments = new Set(['comment', 'comments', 'disqus', 'respond', 'responses']);
/** Notes in the margin that belong to the text. */
const notes = new Set(
  'note notes tip warning caution important info admonition callout hint danger footnote footnotes pullquote'.split(
    ' ',
  ),
);

export type BoilerplateName = 'surroundings' | 'comments' | 'note';

/**
 * Returns the kind of boilerplate that an element's classes and ids name: `siteFooter`, `site-footer` and `site__footer` are the same
 * words.
 */
export function nameOf({ attributes }: HtmlElement): BoilerplateName | undefined {
  const named = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 500);
  if (named.length === 1) return undefined;
  const words = named
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/);
  if (words.some((word) => notes.has(word))) return 'note';
  if (words.some((word) => comments.has(word))) return 'comments';
  return words.some((word) => surroundings.has(word)) ? 'surroundings' : undefined;
}

const roles = new Set(
  'navigation contentinfo search banner complementary dialog alertdialog menu menubar toolbar tablist'.split(
    ' ',
  ),
);

/** Products that ask for consent, by what their boxes are called: these may be longer than the page that they cover. */
const consentBox =
  /(?:^|\s)(?:CybotCookiebot|CookiebotDialog|onetrust-|ot-sdk-|usercentrics-|uc-banner|didomi-|qc-cmp2?-|sp_message_container|truste[-_]|trustarc-|cookie-law-info|cookie-notice|cookie-?(?:banner|consent|popup|bar|modal|dialog)(?![\w-]*polic)|cookieconsent|cookieyes|cky-|iubenda-cs|klaro|osano-cm|termly-|axeptio|tarteaucitron|cmplz-cookiebanner|BorlabsCookie|cc-window|cc-banner|fc-consent-root|ez-cookie|moove_gdpr|gdpr-(?:banner|consent|cookie)|ccm-|cmpbox|_evidon|evidon-)/i;
const boxNames = new Set(['div', 'section', 'aside', 'form']);

const isConsentBox = ({ name, attributes }: HtmlElement) =>
  boxNames.has(name) &&
  (consentBox.test(attributes.get('id')?.slice(0, 200) ?? '') ||
    consentBox.test(attributes.get('class')?.slice(0, 500) ?? ''));

/** Tests whether the page itself marks an element as not part of its content. */
export function isDeclaredApart(element: HtmlElement): boolean {
  const { name, attributes } = element;
  if (name === 'nav' || name === 'dialog') return true;
  if (attributes.size === 0) return false;
  if (isConsentBox(element)) return true;
  return roles.has(attributes.get('role')?.toLowerCase() ?? '') || attributes.get('aria-modal') === 'true';
}

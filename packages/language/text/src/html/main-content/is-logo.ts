import { descendants, type HtmlElement, textOf } from '../html-element.ts';

const logo = /(?:^|[\s_-])(?:logo|site-?(?:title|name|logo)|brand|branding)(?:$|[\s_-])/i;
const home = /^(?:\/|\.\/?|https?:\/\/[^/?#]+\/?)$/i;

/** Tests whether a heading is the name of the site rather than of the page: it is called so, or all of it leads to the start. */
export function isLogo(heading: HtmlElement): boolean {
  const { attributes } = heading;
  if (logo.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`.slice(0, 300).trim()))
    return true;
  const [link] = descendants(heading).filter(({ name }) => name === 'a');
  return (
    link !== undefined &&
    home.test(link.attributes.get('href')?.trim() ?? '') &&
    textOf(link).trim() === textOf(heading).trim()
  );
}

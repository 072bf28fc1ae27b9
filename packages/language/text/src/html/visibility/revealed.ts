import type { Attributes } from '../attributes.ts';

/** Attributes with which libraries mark what they show as soon as their scripts have run. */
const cloaks: readonly string[] = ['v-cloak', 'ng-cloak', 'x-cloak', 'data-cloak'];
/** And what comes into view by an animation: Webflow, AOS, ScrollReveal, Framer, Locomotive. */
const animations: readonly string[] = [
  'data-w-id',
  'data-aos',
  'data-sr-id',
  'data-scroll-reveal',
  'data-framer-appear-id',
  'data-scroll',
  'data-animate',
  'data-animation',
];
/** Class names with which WOW, Elementor, Animate.css and articles of WeChat mark animated elements. */
const animated =
  /(?:^|\s)(?:wow|elementor-invisible|animate__animated|aos-init|(?:js-|scroll-?)?reveal(?:-[\w-]+)?|animate-on-scroll|will-animate|rich_media_content)(?=\s|$)/;
const fading = new Set(['visibility', 'opacity', 'filter']);

/** Whether an element that is hidden by these properties calls itself one that a script shows as soon as it runs. */
export function isRevealed(attributes: Attributes, properties: readonly string[]): boolean {
  if (attributes.size === 0) return false;
  if (cloaks.some((name) => attributes.has(name))) return true;
  if (!properties.some((property) => fading.has(property))) return false;
  if (animations.some((name) => attributes.has(name))) return true;
  return animated.test((attributes.get('class') ?? '').slice(0, 500));
}

import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

const storedAs = 'docfleet-examples';

const labelsOf = (root: ParentNode, language: string) =>
  [...root.querySelectorAll<HTMLLabelElement>('.vp-code-group label')].filter(
    ({ textContent }) => textContent === language,
  );

/** Shows all examples of the page in a language. */
function showIn(language: string): void {
  for (const label of labelsOf(document, language)) label.click();
}

/** Shows the examples of all pages in the language that was chosen for one of them, which stays where it is on the screen. */
function follow(event: MouseEvent): void {
  const label = event.isTrusted && (event.target as Element).closest('.vp-code-group label');
  if (!label?.textContent) return;
  const before = label.getBoundingClientRect().top;
  localStorage.setItem(storedAs, label.textContent);
  showIn(label.textContent);
  scrollBy(0, label.getBoundingClientRect().top - before);
}

/** Content of the page for an address that does not exist. */
const notFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', 'It may have moved with an upgrade. The search and the list of guides find its successor.'),
    h('a', { href: withBase('/') }, 'All guides'),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': notFound }),
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return;
    document.addEventListener('click', follow);
    router.onAfterPageLoad = () => {
      const language = localStorage.getItem(storedAs);
      if (language) setTimeout(() => showIn(language));
    };
  },
} satisfies Theme;

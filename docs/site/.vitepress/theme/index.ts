import { type Theme, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';
import { TryIt } from './try-it.ts';

const storedAs = 'docfleet-examples';

const labelsOf = (language: string) =>
  [...document.querySelectorAll<HTMLLabelElement>('.vp-code-group label')].filter(
    ({ textContent }) => textContent === language,
  );

/** Shows all examples of the page in a language. A place of the page stays where it is on the screen: VitePress scrolls to each example. */
function showIn(language: string, place: Element): void {
  const before = place.getBoundingClientRect().top;
  for (const label of labelsOf(language)) label.click();
  scrollBy(0, place.getBoundingClientRect().top - before);
}

/** Shows the examples of all pages in the language that was chosen for one of them. */
function follow(event: MouseEvent): void {
  const label = event.isTrusted && (event.target as Element).closest('.vp-code-group label');
  if (!label?.textContent) return;
  localStorage.setItem(storedAs, label.textContent);
  showIn(label.textContent, label);
}

/** Shows the examples of a page that was opened in the language that was chosen last. */
function showChosen(): void {
  const language = localStorage.getItem(storedAs);
  const section = document.getElementById(location.hash.slice(1));
  if (language) showIn(language, section ?? document.body);
}

/** Address of a service that was started as the guides begin, with or without its scheme. */
const documented = /(?:http:\/\/)?localhost:4000\b/g;

/** Shows examples with the address at which the reader has reached this service, so that they run as they are copied. */
function showOwnAddress(): void {
  const { origin, host, protocol } = location;
  for (const code of document.querySelectorAll('.vp-doc pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      node.nodeValue = (node.nodeValue ?? '').replace(documented, (address) =>
        // Without a scheme curl takes http.
        address.startsWith('http') || protocol === 'https:' ? origin : host,
      );
  }
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
  enhanceApp({ app, router }) {
    app.component('TryIt', TryIt);
    if (import.meta.env.SSR) return;
    document.addEventListener('click', follow);
    router.onAfterPageLoad = () =>
      void setTimeout(() => {
        showOwnAddress();
        showChosen();
      });
  },
} satisfies Theme;

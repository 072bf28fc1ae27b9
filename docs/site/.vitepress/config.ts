import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { anchorOf } from '../anchor.ts';
import { referenceSidebar } from '../reference/pages.ts';

const icon = readFileSync(join(import.meta.dirname, '../../../services/console/src/style/icon.svg'));

const page = (text: string, link: string) => ({ text, link });
/** Leads out of the site, to another page of the same gateway. */
const ofGateway = (text: string, path: string) => ({ text, link: `pathname://${path}`, target: '_self' });

const guides = [
  {
    text: 'Build on it',
    items: [
      page('Console', '/console'),
      page('Search', '/search'),
      page('Answers', '/answers'),
      page('Clients of OpenAI', '/chat-programs'),
      page('Open WebUI', '/open-webui'),
      page('LibreChat', '/librechat'),
      page('Dify', '/dify'),
      page('Evaluation', '/evaluate'),
      page('File types', '/formats'),
      page('Web sources', '/web-sources'),
      page('Estimates', '/estimate'),
      page('Connectors', '/connectors/'),
      page('Write a connector', '/write-a-connector'),
      page('Webhooks', '/webhooks'),
      page('Tenants', '/tenants'),
      page('API keys and limits', '/api-keys'),
      page('Idempotency', '/idempotency'),
    ],
  },
  {
    text: 'Clients',
    items: [
      page('TypeScript SDK', '/sdk'),
      page('Python SDK', '/python'),
      page('Command line', '/cli'),
      page('Assistants', '/mcp'),
    ],
  },
  {
    text: 'Run it',
    items: [
      page('Platforms', '/platforms'),
      page('Production', '/production'),
      page('Settings', '/settings'),
      page('Kubernetes', '/repository/k8s/'),
      page('Vector stores', '/vector-stores'),
      page('Scaling', '/scaling'),
      page('Monitoring', '/monitoring'),
      page('Runbooks', '/runbooks/'),
      page('Backup', '/backup'),
      page('Upgrade', '/upgrade'),
      page('Security', '/security'),
    ],
  },
  {
    text: 'Understand it',
    items: [
      page('Architecture', '/repository/ARCHITECTURE'),
      page('Reliability', '/reliability'),
      page('Decisions', '/decisions/'),
      page('Glossary', '/glossary'),
      page('Contributing', '/repository/CONTRIBUTING'),
      page('Releasing', '/releasing'),
    ],
  },
];

/** Renders a block of the language `try`, a request of the reference, as the panel that sends it. */
function addTrials({ renderer, utils }: MarkdownRenderer): void {
  const { fence } = renderer.rules;
  renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info.trim() !== 'try') return fence?.(tokens, index, ...rest) ?? '';
    return `<TryIt request="${utils.escapeHtml(content.trim())}" />\n`;
  };
}

/** Roles of the search dialog that differ from the renderer's, which nests fields in a button and links in options. */
const searchRoles = [
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [':id="\'localsearch-item-\' + index"', 'role="presentation"'],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', ''],
  [
    ':href="p.id"',
    `:href="p.id" role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index"`,
  ],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  ['class="title-icon"', 'class="title-icon" aria-hidden="true"'],
  ['<kbd ', '<kbd role="img" '],
] as const;

/** Replaces the roles in the template of the search dialog. The build fails where an upgrade of the renderer has changed it. */
const accessibleSearch = {
  name: 'accessible-search',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return searchRoles.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The search dialog has no ${from}`);
      return text.replaceAll(from, to);
    }, code);
  },
};

export default defineConfig({
  title: 'docfleet',
  description: 'Ingest documents, keep them in sync, and search them: guides, reference and operation.',
  base: '/guides/',
  // Within the page, as a static host may serve the site below any path.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon.toString('base64')}` }]],
  srcDir: 'pages',
  cleanUrls: false,
  // Settings and examples name addresses of this machine.
  ignoreDeadLinks: 'localhostLinks',
  metaChunk: true,
  // Pages are written for readers of the repository too, who see no HTML in them.
  // Braces are those of paths and JSON, not attributes.
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    attrs: { disable: true },
    config: addTrials,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
  },
  vite: { logLevel: 'warn', esbuild: { tsconfigRaw: '{}' }, plugins: [accessibleSearch] },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      page('Guides', '/'),
      page('API reference', '/api/'),
      page('Changelog', '/repository/CHANGELOG'),
      ofGateway('Console', '/console'),
    ],
    sidebar: { '/api/': referenceSidebar(), '/': guides },
  },
});

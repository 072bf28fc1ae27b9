import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { api, namespacesQuery } from '../api/client.ts';
import { tenant } from '../api/console-fetch.ts';
import { nameOf, ShownName } from '../parts/columns.tsx';
import { shorten } from '../parts/format.ts';
import { useStore } from '../store.ts';
import { useCurrentNamespace } from '../use-namespace.ts';
import { useSettled } from '../use-search-text.ts';
import { usePlaces } from './navigation.tsx';
import { closePalette, paletteLabel, palettePlaceholder } from './palette-state.ts';
import { chooseTheme, themes } from './theme.ts';

interface Command {
  readonly id: string;
  readonly label: string;
  /** Type of the target. */
  readonly kind: 'Document' | 'Namespace' | 'Page' | 'Search' | 'Theme';
  readonly run: () => void;
}

const typingMs = 150;
const maxDocuments = 8;
const maxNameLength = 120;

/** Loads the documents whose names contain the text; `isComplete` states whether all of them are loaded. */
function useDocuments(namespaceId: string | undefined, text: string) {
  const navigate = useNavigate();
  const tenantId = useStore(tenant);
  const name = useSettled(text.trim(), typingMs);
  const { data = [], isFetching } = useQuery({
    queryKey: ['documents', namespaceId, tenantId, 'palette', name],
    enabled: namespaceId !== undefined && name !== '',
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const pagination = { pageSize: maxDocuments };
      const request = { namespaceId: namespaceId ?? '', filterConfig: { name }, pagination };
      return (await api.documents.list(request, { signal })).documents ?? [];
    },
  });
  const isComplete = name === text.trim() && !isFetching;
  if (namespaceId === undefined || name === '') return { documents: [], isComplete };
  const documents = data.map(
    (document): Command => ({
      id: `document ${document.id}`,
      label: shorten(nameOf(document), maxNameLength),
      kind: 'Document',
      run: () =>
        void navigate({
          to: '/n/$namespaceId/documents/$documentId',
          params: { namespaceId, documentId: document.id },
        }),
    }),
  );
  return { documents, isComplete };
}

/** Returns the commands of the palette: pages, documents, namespaces, themes, and a search for the text. */
function useCommands(text: string): Command[] {
  const navigate = useNavigate();
  const places = usePlaces();
  const namespaceId = useCurrentNamespace();
  const { data: namespaces = [] } = useQuery(namespacesQuery);
  const { documents, isComplete } = useDocuments(namespaceId, text);
  const go = (to: string, name = namespaceId) => void navigate({ to, params: { namespaceId: name ?? '' } });
  const searchFor = (query: string) =>
    void navigate({
      to: '/n/$namespaceId/search',
      params: { namespaceId: namespaceId ?? '' },
      search: { q: query },
    });
  // It comes after the documents, so that Enter does not run it while they are still being loaded.
  const search: Command[] =
    namespaceId !== undefined && text.trim() !== '' && isComplete
      ? [{ id: 'search', label: `Search for: ${text}`, kind: 'Search', run: () => searchFor(text.trim()) }]
      : [];
  return [
    ...places
      .filter(({ group }) => group === 'organization' || namespaceId !== undefined)
      .map(({ to, label }): Command => ({ id: to, label, kind: 'Page', run: () => go(to) })),
    ...documents,
    ...namespaces.map(
      ({ name }): Command => ({
        id: `namespace ${name}`,
        label: name,
        kind: 'Namespace',
        run: () => go('/n/$namespaceId/overview', name),
      }),
    ),
    ...themes.map(
      (theme): Command => ({
        id: `theme ${theme}`,
        label: `Theme: ${theme}`,
        kind: 'Theme',
        run: () => chooseTheme(theme),
      }),
    ),
    ...search,
  ];
}

/**
 * Renders the field without the id of a removed entry as its active descendant: the library sets that id half a second late, to let screen
 * readers finish the letter, and does not check whether a narrower list has removed the entry meanwhile.
 */
function renderField({ 'aria-activedescendant': entry, ...props }: ComponentProps<'input'>) {
  const isThere = entry !== undefined && document.getElementById(entry) !== null;
  return <input {...props} aria-activedescendant={isThere ? entry : undefined} />;
}

interface PaletteListProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** Field of the palette, and the commands that contain the typed text. */
export function PaletteList({ text, onType }: PaletteListProps) {
  const commands = useCommands(text);
  const { contains } = useFilter({ sensitivity: 'base' });
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    closePalette();
    command.run();
  };
  // Enter may be faster than the list is at putting its first entry into focus, and then means that one; otherwise the list runs it.
  const runFirst = (typed: string) => {
    if (document.querySelector('.palette-item[data-focused]') === null)
      run(commands.find(({ label }) => contains(label, typed)));
  };
  return (
    <Autocomplete filter={contains} inputValue={text} onInputChange={onType}>
      <SearchField aria-label={paletteLabel} autoFocus onSubmit={runFirst}>
        <Input className="palette-input" placeholder={palettePlaceholder} render={renderField} />
      </SearchField>
      <Menu
        className="menu"
        items={commands}
        onAction={(id) => run(commands.find((command) => command.id === id))}
        renderEmptyState={() => <p className="palette-none soft">No matches</p>}
      >
        {({ label, kind }) => (
          <MenuItem className="menu-item palette-item" textValue={label}>
            <span className="palette-label">
              <ShownName>{label}</ShownName>
            </span>
            <span className="soft small">{kind}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

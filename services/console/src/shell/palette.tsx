import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { namespacesQuery } from '../api/namespaces-query.ts';
import { useCurrentNamespace } from '../use-namespace.ts';
import { usePlaces } from './navigation.tsx';
import { closePalette } from './palette-state.ts';
import { chooseTheme, themes } from './theme.ts';

interface Command {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** Everything that can be gone to or done from anywhere. */
function useCommands(): Command[] {
  const navigate = useNavigate();
  const places = usePlaces();
  const namespaceId = useCurrentNamespace();
  const { data: namespaces = [] } = useQuery(namespacesQuery);
  const go = (to: string, name = namespaceId) => void navigate({ to, params: { namespaceId: name ?? '' } });
  return [
    ...places
      .filter(({ group }) => group === 'organization' || namespaceId !== undefined)
      .map(({ to, label }) => ({ id: to, label, run: () => go(to) })),
    ...namespaces.map(({ name }) => ({
      id: `namespace ${name}`,
      label: `Namespace: ${name}`,
      run: () => go('/n/$namespaceId/overview', name),
    })),
    ...themes.map((theme) => ({ id: theme, label: `Theme: ${theme}`, run: () => chooseTheme(theme) })),
  ];
}

/** Finds a page, a namespace or a command by typing. */
export function Palette() {
  const commands = useCommands();
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <ModalOverlay className="dialog-shade palette-shade" isOpen isDismissable onOpenChange={closePalette}>
      <Modal className="dialog-frame">
        <Dialog className="palette" aria-label="Go to">
          <Autocomplete filter={contains}>
            <SearchField aria-label="Page, namespace or command" autoFocus>
              <Input className="palette-input" placeholder="Go to a page, a namespace, a command …" />
            </SearchField>
            <Menu
              className="menu"
              items={commands}
              onAction={(id) => {
                closePalette();
                commands.find((command) => command.id === id)?.run();
              }}
              renderEmptyState={() => <p className="palette-none soft">Nothing is called so</p>}
            >
              {({ label }) => <MenuItem className="menu-item">{label}</MenuItem>}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

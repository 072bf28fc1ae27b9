import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useStore } from '../store.ts';
import { Banner } from './banner.tsx';
import {
  closePalette,
  isPaletteOpen,
  openPalette,
  paletteLabel,
  palettePlaceholder,
} from './palette-state.ts';
import { Brand, Side } from './side.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import './palette.css';
import './shell.css';

const PaletteList = lazy(async () => ({ default: (await import('./palette.tsx')).PaletteList }));

/** Media query of phones, as in shell.css. */
const phone = matchMedia('(max-width: 48rem)');

function followPhone(onChange: () => void): () => void {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** Returns whether the sidebar is behind a button; rendering it unseen would take a third of a phone's time. */
const useIsPhone = () => useSyncExternalStore(followPhone, () => phone.matches);

function usePaletteKey(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      openPalette();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Command palette, which opens pages, documents and namespaces and runs commands. Text that is typed while its code is loaded is kept. */
function Palette() {
  const [text, setText] = useState('');
  return (
    <ModalOverlay className="dialog-shade palette-shade" isOpen isDismissable onOpenChange={closePalette}>
      <Modal className="dialog-frame">
        <Dialog className="palette" aria-label="Go to">
          <Suspense
            fallback={
              <input
                className="palette-input"
                aria-label={paletteLabel}
                placeholder={palettePlaceholder}
                value={text}
                onChange={(event) => setText(event.target.value)}
                autoFocus
              />
            }
          >
            <PaletteList text={text} onType={setText} />
          </Suspense>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Top bar of a phone, with the button that opens the menu. */
function Top() {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="top">
      <Brand />
      <Button look="quiet" isIcon aria-label="Menu" onPress={() => setOpen(true)}>
        <Icon name="menu" />
      </Button>
      <ModalOverlay className="sheet-shade" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="sheet">
          <Dialog aria-label="Menu" className="sheet-dialog">
            <Button slot="close" look="quiet" isIcon aria-label="Close the menu">
              <Icon name="close" />
            </Button>
            <Side onGo={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </header>
  );
}

/** Frame of all pages. */
export function Shell() {
  usePaletteKey();
  return (
    <div className="shell">
      <a href="#main" className="skip">
        Skip to the page
      </a>
      <Top />
      {!useIsPhone() && (
        <aside className="side" aria-label="Navigation">
          <Brand />
          <Side />
        </aside>
      )}
      <main id="main" className="main" tabIndex={-1}>
        <Banner />
        <Outlet />
      </main>
      <Toasts />
      <SignInAgain />
      {useStore(isPaletteOpen) && <Palette />}
    </div>
  );
}

import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useStore } from '../store.ts';
import { Banner } from './banner.tsx';
import { isPaletteOpen, openPalette } from './palette-state.ts';
import { Brand, Side } from './side.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import './shell.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

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

/** On a phone the side is behind a button. */
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

/** The frame of all pages. */
export function Shell() {
  usePaletteKey();
  return (
    <div className="shell">
      <a href="#main" className="skip">
        Skip to the page
      </a>
      <Top />
      <aside className="side" aria-label="Navigation">
        <Brand />
        <Side />
      </aside>
      <main id="main" className="main" tabIndex={-1}>
        <Banner />
        <Outlet />
      </main>
      <Toasts />
      <SignInAgain />
      <Suspense>{useStore(isPaletteOpen) && <Palette />}</Suspense>
    </div>
  );
}

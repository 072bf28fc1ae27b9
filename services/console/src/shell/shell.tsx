import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useStore } from '../store.ts';
import {
  closePalette,
  isPaletteOpen,
  openPalette,
  paletteLabel,
  palettePlaceholder,
} from './palette-state.ts';
import { SignInAgain } from './sign-in-form.tsx';
import './palette.css';
import './shell.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery, signOut } from '../api/client.ts';
import { chooseTenant, health, isTenantId, tenant } from '../api/console-fetch.ts';
import { forgetConversations } from '../pages/ask/use-conversation.ts';
import { ShownName } from '../parts/columns.tsx';
import { Choice, Field } from '../parts/fields.tsx';
import icon from '../style/icon.svg';
import { useSubmission } from '../use-submission.ts';
import { Navigation } from './navigation.tsx';
import { chooseTheme, theme, themes } from './theme.ts';

/** Form that limits all data to one tenant. */
function TenantBox() {
  const queries = useQueryClient();
  const current = useStore(tenant);
  const [text, setText] = useState(current);
  const isGood = text === '' || isTenantId(text);
  function apply(tenantId: string) {
    setText(tenantId);
    chooseTenant(tenantId);
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }
  return (
    <form
      className="tenant"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) apply(text);
      }}
    >
      <Field
        label="Tenant"
        value={text}
        onChange={setText}
        placeholder="All tenants"
        autoComplete="off"
        error={isGood ? undefined : 'Use 1 to 64 of A-Z a-z 0-9 . _ ~ -'}
      />
      {current !== text && (
        <Button type="submit" look="quiet">
          Apply
        </Button>
      )}
      {current !== '' && current === text && (
        <Button look="quiet" onPress={() => apply('')}>
          Show all
        </Button>
      )}
    </form>
  );
}

const themeLabels = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Loads the sign-in page as a new document, so that no data remains in memory; conversations of the tab are forgotten. */
function leave(): void {
  forgetConversations();
  location.assign('/console/sign-in');
}

/** Section of the sidebar with the choice of a theme, the current session, and the button to sign out. */
function Account() {
  const { data: session } = useQuery(sessionQuery);
  const { mutate, isPending } = useSubmission({ mutationFn: signOut, onSuccess: leave });
  const options = themes.map((value) => ({ value, label: themeLabels[value] }));
  return (
    <div className="account">
      <Choice label="Theme" value={useStore(theme)} options={options} onChange={chooseTheme} />
      <div className="row row-apart">
        <p className="account-name">
          <strong>
            <ShownName>{session?.organization.name ?? ''}</ShownName>
          </strong>
          <span className="soft small">
            <ShownName>{session?.apiKey.name ?? ''}</ShownName>
          </span>
        </p>
        <Button look="quiet" isIcon aria-label="Sign out" isPending={isPending} onPress={() => mutate()}>
          <Icon name="leave" />
        </Button>
      </div>
    </div>
  );
}

/** Name of the product, which links to the start page. */
const Brand = () => (
  <Link to="/" className="brand">
    <img src={icon} alt="" width={22} height={22} />
    docfleet
  </Link>
);

const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Content of the sidebar, or of the menu on a phone. */
const Side = ({ onGo }: { readonly onGo?: () => void }) => (
  <div className="side-content">
    <Button onPress={openPalette}>
      <Icon name="search" />
      <span className="side-find">Go to …</span>
      <kbd>{shortcut}</kbd>
    </Button>
    <Navigation {...(onGo && { onGo })} />
    <div className="side-foot">
      <TenantBox />
      <Account />
      <p className="side-links small">
        <a href="/guides/">Guides</a>
        <a href="/docs">API reference</a>
      </p>
    </div>
  </div>
);

/** Returns the whole seconds until a time, counted down while the page is open. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}

/** Banner about connection problems and rate limits. */
function Banner() {
  const { isLost, waitsUntil } = useStore(health);
  const seconds = useSecondsUntil(waitsUntil);
  const text = isLost
    ? 'docfleet cannot be reached. Reconnecting automatically; your input is kept.'
    : seconds > 0
      ? `Rate limit reached. Continuing automatically in ${seconds} s.`
      : '';
  return (
    <div role="status">
      {text && (
        <p className="banner">
          <Icon name="warning" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

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

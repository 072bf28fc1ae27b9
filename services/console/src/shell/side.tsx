import { Link } from '@tanstack/react-router';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import icon from '../style/icon.svg';
import { Account } from './account.tsx';
import { Navigation } from './navigation.tsx';
import { openPalette } from './palette-state.ts';
import { TenantBox } from './tenant-box.tsx';

/** Name of the product, which links to the start page. */
export const Brand = () => (
  <Link to="/" className="brand">
    <img src={icon} alt="" width={22} height={22} />
    docfleet
  </Link>
);

const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Content of the sidebar, or of the menu on a phone. */
export const Side = ({ onGo }: { readonly onGo?: () => void }) => (
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

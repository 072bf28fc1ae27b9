import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './api/client.ts';
import { router } from './router.tsx';
import { showTheme } from './shell/theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/parts.css';

/** Formats 16 random bytes as a UUID of version 4: https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
function uuidOf(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Adds `crypto.randomUUID`, which browsers have on https and localhost only, where it is missing. */
export function provideRandomUuid(): void {
  if ('randomUUID' in crypto) return;
  const randomUUID = () => uuidOf(globalThis.crypto.getRandomValues(new Uint8Array(16)));
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: randomUUID });
}

provideRandomUuid();
showTheme();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );

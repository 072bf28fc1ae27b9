import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { provideRandomUuid } from './api/random-uuid.ts';
import { router } from './router.tsx';
import { showTheme } from './shell/theme.ts';
import './style/tokens.css';
import './style/base.css';

provideRandomUuid();
showTheme();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );

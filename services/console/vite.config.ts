import { defineConfig } from 'vite';

/** The API that `vite dev` stands in front of. */
const gateway = 'http://localhost:4000';

export default defineConfig({
  base: '/console/',
  // Policies allow no inline files but images; those are small enough to be fetched.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/v1': gateway, '/console/session': gateway } },
});

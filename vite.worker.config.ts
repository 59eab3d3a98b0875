import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The service worker: one file without a hash in its name, beside those that it keeps. `scripts/build.mjs` runs it last. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^#web\/(.*)$/, replacement: `${fileURLToPath(new URL('./src/web', import.meta.url))}/$1` },
    ],
  },
  publicDir: false,
  define: {
    precachedFiles: process.env['PRECACHED_FILES'] ?? '[]',
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  build: {
    target: 'es2022',
    outDir: 'build/client',
    emptyOutDir: false,
    license: { fileName: 'service-worker.licenses.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/web/service-worker/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});

import { defineConfig } from 'vite';

/** The one script of previews, pdf.js and what shows its pages, in one file: a sandboxed document loads no second one. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'build/client/previews',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      input: 'src/web/previews/pdf-viewer.ts',
      output: { format: 'es', entryFileNames: 'pdf-viewer.js', codeSplitting: false },
    },
  },
});

/** Markdown as HTML, by the plugin in vite.config.ts. */
declare module '*.md' {
  const html: string;
  export default html;
}

declare module 'pdfjs-dist/build/pdf.worker.mjs';

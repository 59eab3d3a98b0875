import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageRenderer } from '#contract/page-rendering';
import type { BuiltFile } from '../platform/http/built-files.ts';
import { compressedBefore, uncompressed } from '../platform/http/compressed.ts';

export type PageBuild = {
  loadRenderer: () => Promise<PageRenderer>;
  /** The rules of public screens. */
  publicStyles: string;
  worker: string;
  version: string;
  files: Map<string, BuiltFile>;
  /** Compression of public pages, 0 to 9 (default). Tests use less. */
  compression?: number;
  budget?: PageBudget;
};

/** Beyond these milliseconds and bytes the browser renders the screen. */
export type PageBudget = { ms: number; bytes: number };

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const folder = fileURLToPath(new URL('../../../build', import.meta.url));

export function readPageBuild(from = folder): PageBuild | null {
  const stamp = path.join(from, 'stamp.txt');
  if (!existsSync(stamp)) return null;
  const client = path.join(from, 'client');
  const bytes = (file: string) => readFileSync(path.join(client, file));
  const read = (file: string) => ({
    type: types[path.extname(file)] ?? 'application/octet-stream',
    compressed: existsSync(path.join(client, `${file}.br`))
      ? compressedBefore(bytes(file), bytes(`${file}.br`), bytes(`${file}.gz`))
      : uncompressed(bytes(file)),
  });
  const files = globSync(['assets/*', 'icons/*', '*.txt'], { cwd: client, exclude: ['**/*.{br,gz}'] });
  return {
    publicStyles: readFileSync(path.join(from, 'public.css'), 'utf8'),
    worker: bytes('service-worker.js').toString(),
    version: readFileSync(stamp, 'utf8'),
    loadRenderer: async () => {
      const module = pathToFileURL(path.join(from, 'server/index.js')).href;
      return ((await import(module)) as { pageRenderer: PageRenderer }).pageRenderer;
    },
    files: new Map(files.map((file) => [`/${file.replaceAll(path.sep, '/')}`, read(file)])),
  };
}

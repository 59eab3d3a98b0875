import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RenderScreen } from '#contract/screens';
import { compressedBefore, uncompressed, type Compressed } from '../platform/http/compressed.ts';

/** A page as the build left it: placeholders still in place, and the policy's sources of the scripts inside it. */
export type BuiltPage = { html: string; scripts: string[] };

export type PageBuild = {
  /** By address. */
  public: Map<string, BuiltPage>;
  notFound: BuiltPage;
  shell: BuiltPage;
  /** Script files of each signed-in screen, by its route. */
  chunks: Record<string, string[]>;
  /** Loads the server-side rendering of signed-in screens. */
  loadRenderer: () => Promise<RenderScreen>;
  /** Files that are served as they are, by address. */
  files: Map<string, { type: string; compressed: Compressed }>;
  /** How small public pages are made before their first reader, from 0 to 11; by default 9. Tests take less, for speed. */
  brotliQuality?: number;
};

type PageFile = { file: string; scripts: string[] };
type Manifest = {
  public: Record<string, PageFile>;
  notFound: PageFile;
  shell: PageFile;
  chunks: Record<string, string[]>;
  files: { url: string; compressed: boolean }[];
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Where `scripts/build.mjs` puts what it builds. */
const folder = fileURLToPath(new URL('../../../build', import.meta.url));

/** Reads the built web into memory; null when nothing has been built. */
export function readPageBuild(from = folder): PageBuild | null {
  const manifestFile = path.join(from, 'pages.json');
  if (!existsSync(manifestFile)) return null;
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const bytes = (file: string) => readFileSync(path.join(from, 'client', file));
  const page = ({ file, scripts }: PageFile): BuiltPage => ({ html: bytes(file).toString('utf8'), scripts });
  const file = ({ url, compressed }: Manifest['files'][number]) => ({
    type: types[path.extname(url)] ?? 'application/octet-stream',
    compressed: compressed
      ? compressedBefore(bytes(url), bytes(`${url}.br`), bytes(`${url}.gz`))
      : uncompressed(bytes(url)),
  });
  return {
    public: new Map(Object.entries(manifest.public).map(([url, built]) => [url, page(built)])),
    notFound: page(manifest.notFound),
    shell: page(manifest.shell),
    chunks: manifest.chunks,
    loadRenderer: async () => {
      const module = pathToFileURL(path.join(from, 'ssr/ssr-entry.js')).href;
      return ((await import(module)) as { default: RenderScreen }).default;
    },
    files: new Map(manifest.files.map((listed) => [listed.url, file(listed)])),
  };
}

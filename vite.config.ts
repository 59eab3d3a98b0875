import { reactRouter } from '@react-router/dev/vite';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { developmentPages } from './scripts/dev-pages.ts';
import { signedInScreens } from './src/contract/signed-in-screens.ts';
import { renderMarkdown } from './src/server/frame/texts/render-markdown.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Imports Markdown as HTML. */
const markdown: Plugin = {
  name: 'markdown',
  async transform(source, id) {
    return id.endsWith('.md') ? `export default ${JSON.stringify(await renderMarkdown(source, ''))};` : null;
  },
};

/** Lets a route be in the chunk that it shares: no file more that only passes it on. React Router's plugin has another default. */
const routesInChunks: Plugin = {
  name: 'routes-in-chunks',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
};

/**
 * Screens that share much, by their routes; `*` stands for any ending. A file that several screens need comes with the first
 * group that has all of them, so that no other screen loads it. Each group is a request more.
 */
const screenGroups: Record<string, string> = {
  'mail-kinds': 'account* unsubscribe',
  'one-time-links': 'setup reset* confirm* unsubscribe consent invitation join forgot*',
  'account-forms':
    'login second* signup forgot* reset* confirm* setup invitation join unsubscribe account* consent',
  'submission-form': 'project-dashboard* weekly* final* viva*',
  'choose-project': 'student-dashboard project-details',
  student: 'student* project* references weekly* final* viva* extension result',
  courses: 'home student-dashboard',
  'set-up': 'setup staff-appearance',
  texts: 'terms privacy accessibility not-found',
  forum: 'discussion* question private*',
  certificates: 'certificate* staff-certificate* staff-batch-certificates',
  person: 'staff-person staff-student',
  'mark-form': 'staff staff-record',
  sheets: 'staff-marks staff-import staff-import-sheet staff-batch-vivas-import',
  audit: 'staff-audit staff-office',
  catalogue: 'staff-catalogue*',
  uploads: 'staff-catalogue* staff-appearance staff-import staff-import-sheet',
  people: 'staff-people staff-imported',
  vivas: 'staff-batch-vivas*',
  'viva-hour': 'staff-viva staff-viva-panels',
  'viva-record': 'viva staff-viva staff-viva-panels staff-viva-record',
  exports: 'staff-exports staff-release',
  batch: 'staff-batch staff-batch-announcements staff-batch-requests staff-batch-settings',
  marking: 'staff staff-person staff-student staff-record staff-release',
  office: 'staff-* account-tokens',
  desk: 'staff staff-batch* staff-viva staff-viva-panels staff-viva-record staff-marks staff-release staff-record staff-unsubmitted staff-rubric staff-phrases staff-briefs',
  'change-forms': 'account* certificate* staff*',
  'project-page': 'student-dashboard project-details staff-catalogue-add staff-catalogue-project',
  students:
    'student* project* references weekly* final* viva* extension result discussion* question private* account* notices consent staff-batch staff-batch-announcements staff-batch-dates staff-batch-message staff-batch-requests staff-batch-rule staff-batch-settings staff-batch-sheet',
  'viva-times': 'project-dashboard* viva staff-viva-day staff-batch-vivas*',
  'signed-in': ['signed-in-frame', ...signedInScreens.map(({ route }) => route)].join(' '),
  shared: '*',
};

const isNamed = (route: string) => (name: string) =>
  name.endsWith('*') ? route.startsWith(name.slice(0, -1)) : route === name;

const groupNames = Object.entries(screenGroups).map(([chunk, routes]) => ({
  chunk,
  names: routes.split(' '),
}));

/** A renamed screen would leave its groups unseen, and load what others need. */
const routes = readdirSync(folder('./src/web/routes')).map((file) => path.basename(file, '.tsx'));
for (const { chunk, names } of groupNames)
  for (const name of names)
    if (!routes.some((route) => isNamed(route)(name)))
      throw new Error(`vite.config.ts: no screen is called ${name}, in the group ${chunk}`);

/** The chunk of a file, by the routes that lead to it; null where a screen has it alone. */
function chunkOf(id: string, graph: Rolldown.ChunkingContext): string | null {
  const seen = new Set([id]);
  const routes = new Set<string>();
  for (const module of seen) {
    const info = graph.getModuleInfo(module);
    if (info?.isEntry) routes.add(path.basename(module.split('?', 1)[0]!, '.tsx'));
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  // What stands in the frame is on every signed-in screen.
  if (routes.size < 2 && !routes.has('signed-in-frame')) return null;
  return groupNames.find(({ names }) => [...routes].every((route) => names.some(isNamed(route))))!.chunk;
}

export default defineConfig(({ command }) => ({
  plugins: [developmentPages, reactRouter(), markdown, routesInChunks],
  resolve: {
    // package.json lists two endings for #web/*; Vite would take the first without looking whether the file exists.
    alias: [{ find: /^#web\/(.*)$/, replacement: `${folder('./src/web')}/$1` }],
  },
  // Found at the first page otherwise, which then fails and loads again.
  optimizeDeps: { entries: ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/routes/*.tsx'] },
  publicDir: 'src/web/public',
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false, cssCodeSplit: false },
  environments: {
    // What renders the pages, in files that need no package.
    ssr: {
      resolve: { noExternal: command === 'build' ? true : [] },
      // However the portal is started: React for development renders a page in several times the time.
      ...(process.env.NODE_ENV === 'production' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: {
        target: 'node24',
        minify: true,
        cssCodeSplit: true,
        rolldownOptions: { input: 'src/web/page-renderer.ts' },
      },
    },
    client: {
      build: {
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What every screen needs, in one file that changes only with its versions.
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                // Broad before narrow: a chunk takes along what its files import, and that is needed by at least as many screens.
                ...groupNames.toReversed().map(({ chunk: name }) => ({
                  debugName: name,
                  name: (id: string, graph: Rolldown.ChunkingContext) =>
                    chunkOf(id, graph) === name ? name : null,
                  test: /src[\\/](web|contract)[\\/]|vite[\\/]preload-helper/,
                })),
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/images', '/documents', '/previews', '/manifest.webmanifest'].map((path) => [
        path,
        `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
      ]),
    ),
  },
}));

// Builds the web into build/: React Router's build, then what the server needs to know of it, in build/pages.json.
// Does nothing when nothing has changed since the last build; `--force` builds all the same.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as buildWithVite } from 'vite';
import {
  placeholders,
  notFoundPath,
  publicPaths,
  signedInScreens,
  textAcademyName,
  textPages,
} from '../src/contract/screens.ts';
import { renderMarkdown } from '../src/server/pages/texts/render-markdown.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = path.join(root, 'build/client');
const manifestFile = path.join(root, 'build/pages.json');
const read = (file) => readFileSync(path.join(client, file), 'utf8');

/** A hash over everything that the build reads. */
function stampOfInputs() {
  const files = globSync(['src/web/**/*', 'src/contract/**/*', 'src/server/pages/texts/*'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'scripts/build.mjs']) {
    files.push(path.join(root, name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function isUpToDate(stamp) {
  return existsSync(manifestFile) && JSON.parse(readFileSync(manifestFile, 'utf8')).stamp === stamp;
}

/**
 * The browser's styles in two parts: those of the public pages, and those that only the signed-in screens need. They
 * stand inside the pages, so that the first paint waits for nothing.
 */
function readStyles(vite) {
  const routes = (names) =>
    new Set(
      names
        .flatMap((name) => chunksReachedFrom(vite, `src/web/${name}.tsx`))
        .flatMap((chunk) => chunk.css ?? []),
    );
  const publicRoutes = Object.keys(vite).flatMap(
    (key) => /^src\/web\/(routes\/[\w-]+)\.tsx/.exec(key)?.[1] ?? [],
  );
  const signedIn = new Set([
    'routes/signed-in-frame',
    ...signedInScreens.map(({ route }) => `routes/${route}`),
  ]);
  const forAll = routes(['root', ...publicRoutes.filter((name) => !signedIn.has(name))]);
  const rest = [...routes([...signedIn])].filter((sheet) => !forAll.has(sheet));
  const join = (sheets) => sheets.map(read).join('');
  const styles = { forAll: join([...forAll]), rest: join(rest) };
  if (`${styles.forAll}${styles.rest}`.includes('</'))
    throw new Error('A stylesheet holds "</" and cannot stand in a page.');
  return styles;
}

/** Content-Security-Policy sources for the scripts that stand inside a page; data blocks do not run and need none. */
function hashesOf(html) {
  const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)];
  return scripts
    .filter(({ groups }) => !/type="application\/json"|\ssrc=/.test(groups.attributes))
    .map(({ groups }) => `'sha256-${createHash('sha256').update(groups.code).digest('base64')}'`);
}

/** Writes the styles into a built page, and says what the server needs to know of it. */
function finishPage(file, styles, lazyStylesheet, change = (html) => html) {
  // A replacement function: styles may hold `$`.
  const html = change(
    read(file)
      .replace(placeholders.lazyStylesheet, lazyStylesheet)
      .replace(placeholders.styles, () => styles),
  );
  for (const text of [placeholders.initialData, 'id="styles"']) {
    if (html.split(text).length !== 2) throw new Error(`${file} must hold ${text} once.`);
  }
  writeFileSync(path.join(client, file), html);
  return { file, scripts: [...new Set(hashesOf(html))] };
}

/** Writes the portal's own terms or privacy text into its page. */
async function writeText(url, { file, title }) {
  const page = path.join(client, url.slice(1), 'index.html');
  const html = readFileSync(page, 'utf8');
  if (html.split(placeholders.text).length !== 2)
    throw new Error(`${url} must hold ${placeholders.text} once.`);
  const source = readFileSync(path.join(root, 'src/web/texts', file), 'utf8');
  const text = (await renderMarkdown(source, title)).replaceAll(textAcademyName, placeholders.academyName);
  writeFileSync(
    page,
    html.replace(placeholders.text, () => text),
  );
}

/**
 * Runs in the page: starts its scripts when what it shows has been painted, at once where nobody looks, and soon where a
 * browser does not tell.
 */
function startScriptsAfterPaint() {
  let isStarted = false;
  const go = () => {
    if (isStarted) return;
    isStarted = true;
    const start = document.getElementById('start');
    for (const href of start.dataset.modules.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    const { textContent } = start;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', textContent }));
  };
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) go();
    else new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
    setTimeout(go, 500);
  });
}

/**
 * A prerendered page shows all that it has without a script: its scripts then do not compete with the page itself for a
 * slow line (largest paint on Lighthouse's phone: 2.1 s before, 1.2 s after).
 */
function deferScripts(html) {
  const preloads = /<link rel="modulepreload" href="([^"]+)"\/>/g;
  const modules = [...html.matchAll(preloads)].map(([, href]) => href);
  const later = html
    .replace(preloads, '')
    .replace(
      '<script type="module" async="">',
      `<script id="start" type="text/plain" data-modules="${modules.join(' ')}">`,
    )
    .replace(
      '</head>',
      `<script>(${String(startScriptsAfterPaint).replaceAll(/\s+/g, ' ')})()</script></head>`,
    );
  if (modules.length === 0 || !later.includes('id="start"') || !later.includes('startScriptsAfterPaint'))
    throw new Error('A prerendered page has no scripts where they were expected.');
  return later;
}

/** A source file's chunk with all that it imports, those that others need first. */
function chunksReachedFrom(vite, source) {
  const start = Object.keys(vite).find((name) => name === source || name.startsWith(`${source}?`));
  if (start === undefined) throw new Error(`The build has no ${source}; screens.ts and routes.ts disagree.`);
  const seen = new Set();
  const found = [];
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of vite[key].imports ?? []) visit(imported);
    found.push(vite[key]);
  };
  visit(start);
  return found;
}

/** The script files that a route needs, those it imports included. */
function chunksOf(vite, route) {
  return chunksReachedFrom(vite, `src/web/routes/${route}.tsx`).map((chunk) => `/${chunk.file}`);
}

/** The pages inline their styles: removes the build's stylesheets and the router's references to them. */
function removeStylesheets() {
  const sheets = globSync('assets/*.css', { cwd: client });
  for (const script of globSync('assets/*.js', { cwd: client })) {
    const before = read(script);
    const after = before.replace(/"css":\["[^\]]*"\]/g, '"css":[]');
    if (after !== before) writeFileSync(path.join(client, script), after);
    const left = sheets.find((sheet) => after.includes(sheet));
    if (left !== undefined) throw new Error(`${script} still asks for ${left}.`);
  }
  for (const sheet of sheets) rmSync(path.join(client, sheet));
}

/** Writes the stylesheet of the signed-in screens, for whoever comes to them from a public page. @returns its address */
function writeLazyStylesheet(styles) {
  const sheet = `assets/screens-${createHash('sha256').update(styles).digest('base64url').slice(0, 10)}.css`;
  writeFileSync(path.join(client, sheet), styles);
  return `/${sheet}`;
}

/** Compressed forms beside each file that gains by them. */
function compress(file) {
  const bytes = readFileSync(path.join(client, file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(path.join(client, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(path.join(client, `${file}.gz`), gzipSync(bytes, { level: 9 }));
}

/** Builds the server-side rendering (SSR) of the signed-in screens, in one file that needs no package. */
async function buildServerRendering() {
  await buildWithVite({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/web/ssr-entry.tsx',
      outDir: 'build/ssr',
      minify: true,
      assetsInlineLimit: 0,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'ssr-entry.js' } },
    },
  });
}

async function build(stamp) {
  // Without its manifest a half-finished build is never mistaken for one.
  rmSync(manifestFile, { force: true });
  const tool = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  const built = spawnSync(process.execPath, [tool, 'build'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}The web could not be built.\n`);
    process.exit(1);
  }
  await buildServerRendering();
  const vite = JSON.parse(read('.vite/manifest.json'));
  const styles = readStyles(vite);
  removeStylesheets();
  const lazyStylesheet = writeLazyStylesheet(styles.rest);
  for (const [url, text] of Object.entries(textPages)) await writeText(url, text);
  const page = (url) =>
    finishPage(path.join(url.slice(1), 'index.html'), styles.forAll, lazyStylesheet, deferScripts);
  const pages = {
    stamp,
    public: Object.fromEntries(publicPaths.map((url) => [url, page(url)])),
    notFound: page(notFoundPath),
    shell: finishPage('__spa-fallback.html', styles.forAll + styles.rest, '', deferScripts),
    /** Script files of each signed-in screen which the shell does not name by itself. */
    chunks: {},
    /** Files served as they are; the names of those in /assets change with their content. */
    files: [],
  };
  const shell = read(pages.shell.file);
  for (const { route } of signedInScreens) {
    const chunks = [...chunksOf(vite, 'signed-in-frame'), ...chunksOf(vite, route)];
    pages.chunks[route] = [...new Set(chunks)].filter((file) => !shell.includes(file));
  }
  for (const file of globSync(['assets/*', '*.txt'], { cwd: client }).sort()) {
    const isText = /\.(css|js|txt)$/.test(file);
    if (isText) compress(file);
    pages.files.push({ url: `/${file.replaceAll(path.sep, '/')}`, compressed: isText });
  }
  // In one piece: a server that starts meanwhile finds either no build or a whole one.
  writeFileSync(`${manifestFile}.new`, JSON.stringify(pages, null, 1));
  renameSync(`${manifestFile}.new`, manifestFile);
}

const stamp = stampOfInputs();
if (process.argv.includes('--force') || !isUpToDate(stamp)) {
  const start = performance.now();
  await build(stamp);
  console.log(`Built the web in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

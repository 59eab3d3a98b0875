// Builds the web into build/: React Router's build, then what the server needs to know of it, in build/pages.json.
// Does nothing when nothing has changed since the last build; `--force` builds all the same.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { marks, notFoundPath, publicPaths, signedInScreens } from '../src/contract/screens.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = path.join(root, 'build/client');
const manifestFile = path.join(root, 'build/pages.json');
const read = (file) => readFileSync(path.join(client, file), 'utf8');

/** A hash over everything that the build reads. */
function stampOfInputs() {
  const files = globSync(['src/web/**/*', 'src/contract/**/*'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of ['package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'scripts/build.mjs']) {
    files.push(path.join(root, name));
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function isUpToDate(stamp) {
  return existsSync(manifestFile) && JSON.parse(readFileSync(manifestFile, 'utf8')).stamp === stamp;
}

/** The one stylesheet of the browser's build. */
function readStyles(vite) {
  const sheets = new Set(Object.values(vite).flatMap((chunk) => chunk.css ?? []));
  for (const { file } of Object.values(vite)) if (file.endsWith('.css')) sheets.add(file);
  const styles = [...sheets].map(read).join('');
  if (styles.includes('</')) throw new Error('A stylesheet holds "</" and cannot stand inside a page.');
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
function finishPage(file, styles, change = (html) => html) {
  // A replacement function: styles may hold `$`.
  const html = change(read(file).replace(marks.styles, () => styles));
  for (const mark of [marks.boot, 'id="styles"']) {
    if (html.split(mark).length !== 2) throw new Error(`${file} must hold ${mark} once.`);
  }
  writeFileSync(path.join(client, file), html);
  return { file, scripts: [...new Set(hashesOf(html))] };
}

/** The script files that a route needs, those it imports included. */
function chunksOf(vite, route) {
  const found = new Set();
  const visit = (key) => {
    const chunk = vite[key];
    if (chunk === undefined || found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  const key = Object.keys(vite).find((name) => name.startsWith(`src/web/routes/${route}.tsx`));
  if (key === undefined) throw new Error(`The build has no route ${route}; screens.ts and routes.ts disagree.`);
  visit(key);
  return [...found];
}

/** The styles stand in the pages: the sheet goes, and with it the router's wish to load it at the next screen. */
function dropSheets() {
  const sheets = globSync('assets/*.css', { cwd: client });
  for (const script of globSync('assets/*.js', { cwd: client })) {
    const before = read(script);
    const after = sheets.reduce((code, sheet) => code.replaceAll(`"css":["/${sheet}"]`, '"css":[]'), before);
    if (after !== before) writeFileSync(path.join(client, script), after);
    if (sheets.some((sheet) => after.includes(sheet))) throw new Error(`${script} still asks for a stylesheet.`);
  }
  for (const sheet of sheets) rmSync(path.join(client, sheet));
}

/** Compressed forms beside each file that gains by them. */
function compress(file) {
  const bytes = readFileSync(path.join(client, file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(path.join(client, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(path.join(client, `${file}.gz`), gzipSync(bytes, { level: 9 }));
}

function build(stamp) {
  // Without its manifest a half-finished build is never mistaken for one.
  rmSync(manifestFile, { force: true });
  const tool = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  const built = spawnSync(process.execPath, [tool, 'build'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}The web could not be built.\n`);
    process.exit(1);
  }
  const vite = JSON.parse(read('.vite/manifest.json'));
  const styles = readStyles(vite);
  const page = (url) => finishPage(path.join(url.slice(1), 'index.html'), styles);
  const pages = {
    stamp,
    public: Object.fromEntries(publicPaths.map((url) => [url, page(url)])),
    notFound: page(notFoundPath),
    // The scripts come first there: they bring the content, and the font follows with it.
    shell: finishPage('__spa-fallback.html', styles, (html) => html.replace(/<link rel="preload" as="font"[^>]*>/, '')),
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
  dropSheets();
  for (const file of globSync(['assets/*', '*.svg', '*.txt'], { cwd: client }).sort()) {
    const isText = /\.(js|svg|txt)$/.test(file);
    if (isText) compress(file);
    pages.files.push({ url: `/${file.replaceAll(path.sep, '/')}`, compressed: isText });
  }
  writeFileSync(manifestFile, JSON.stringify(pages, null, 1));
}

const stamp = stampOfInputs();
if (process.argv.includes('--force') || !isUpToDate(stamp)) {
  const start = performance.now();
  build(stamp);
  console.log(`Built the web in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

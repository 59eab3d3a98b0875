import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { notFoundPath, publicPaths, signedInScreens } from '../src/contract/screens.ts';

/**
 * What a first visit to each page may cost, counted from the build's own files: gzipped script, everything
 * transferred (page, script, style sheet, font; compressed), and requests. Of signed-in screens the page is counted without
 * its reader's data.
 */
const budgets = {
  public: { scriptKb: 150, totalKb: 220, requests: 15 },
  signedIn: { scriptKb: 200, totalKb: 300, requests: 15 },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const client = path.join(root, 'build/client');
const { pageRenderer } = await import(pathToFileURL(path.join(root, 'build/server/index.js')).href);
const files = globSync('assets/*', { cwd: client, exclude: ['**/*.{br,gz}'] }).map((file) => `/${file}`);

/** A page for nobody, of a portal without projects. */
function pageRequest(url) {
  const academy = { name: 'Academy', zone: 'UTC', clock: { until: 0, changes: [] } };
  return {
    method: 'GET',
    url,
    site: { academy, maxUploadBytes: 0 },
    user: null,
    now: Date.now(),
    readerZone: null,
    nonce: '',
    signal: new AbortController().signal,
    form: null,
    call: () => Promise.reject(new Error(`${url} makes a call before it has a reader.`)),
    readCatalogue: async () => [],
    readText: () => null,
    onError: (error) => console.error(error),
  };
}

/** What the framework knows of its routes: each one's parent, module, imports and style sheets. */
function readManifest() {
  const [name] = files.filter((url) => url.startsWith('/assets/manifest-'));
  const text = readFileSync(path.join(client, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
}

/** Files that a route needs, with those of the routes around it. */
function filesOfRoute(manifest, id) {
  const { parentId, module, imports, css } = manifest.routes[id];
  const own = [module, ...imports, ...css];
  return parentId === undefined ? own : [...filesOfRoute(manifest, parentId), ...own];
}

const transferred = (url) => {
  const file = path.join(client, url);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
};
const gzipped = (url) => gzipSync(readFileSync(path.join(client, url))).length;

/** @param {string[]} more files that the page does not name itself */
function cost(html, more = []) {
  // Scripts, style sheets, fonts: whatever the page names.
  const needed = [...new Set([...files.filter((url) => html.includes(url)), ...more])];
  const scripts = needed.filter((url) => url.endsWith('.js'));
  const sum = (urls, size) => urls.reduce((total, url) => total + size(url), 0) / 1024;
  return {
    scriptKb: sum(scripts, gzipped),
    totalKb: sum(needed, transferred) + gzipSync(html).length / 1024,
    requests: needed.length + 1,
  };
}

let isWithin = true;
function checkBudget(name, budget, page) {
  const over = Object.keys(budget).filter((key) => page[key] > budget[key]);
  const figures = `script ${page.scriptKb.toFixed(0)} KB, total ${page.totalKb.toFixed(0)} KB, ${page.requests} requests`;
  console.log(
    `${name.padEnd(28)} ${figures}${over.length === 0 ? '' : `  OVER: ${over.map((key) => `${key} ${budget[key]}`).join(', ')}`}`,
  );
  if (over.length > 0) isWithin = false;
}

for (const url of publicPaths) {
  const { html } = await pageRenderer.render(pageRequest(url), Infinity);
  checkBudget(url, budgets.public, cost(html.toString()));
}
const manifest = readManifest();
const shell = (await pageRenderer.renderShell(pageRequest(notFoundPath))).html.toString();
for (const { pattern, route } of signedInScreens)
  checkBudget(pattern, budgets.signedIn, cost(shell, filesOfRoute(manifest, `routes/${route}`)));
process.exitCode = isWithin ? 0 : 1;

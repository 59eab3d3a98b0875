import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * What a first visit to each page may cost, counted from the build's own files: gzipped script, everything
 * transferred (page, script, font, icon; compressed), and requests.
 */
const budgets = {
  public: { scriptKb: 150, totalKb: 220, requests: 15 },
  signedIn: { scriptKb: 200, totalKb: 300, requests: 15 },
};

const root = fileURLToPath(new URL('..', import.meta.url));
const client = path.join(root, 'build/client');
const pages = JSON.parse(readFileSync(path.join(root, 'build/pages.json'), 'utf8'));
const compressed = new Map(pages.files.map(({ url, compressed }) => [url, compressed]));

const transferred = (url) => statSync(path.join(client, compressed.get(url) ? `${url}.br` : url)).size;
const gzipped = (url) => gzipSync(readFileSync(path.join(client, url))).length;

/** Files that a page names: scripts, preloaded fonts, icons. */
function filesOf(html) {
  return [...compressed.keys()].filter((url) => html.includes(url));
}

function cost(file, more) {
  const html = readFileSync(path.join(client, file));
  const files = [...new Set([...filesOf(html.toString()), ...more])];
  const scripts = files.filter((url) => url.endsWith('.js'));
  const sum = (urls, size) => urls.reduce((total, url) => total + size(url), 0) / 1024;
  return {
    scriptKb: sum(scripts, gzipped),
    totalKb: sum(files, transferred) + gzipSync(html).length / 1024,
    requests: files.length + 1,
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

for (const [url, { file }] of Object.entries(pages.public)) checkBudget(url, budgets.public, cost(file, []));
for (const [route, chunks] of Object.entries(pages.chunks))
  checkBudget(route, budgets.signedIn, cost(pages.shell.file, chunks));
process.exitCode = isWithin ? 0 : 1;

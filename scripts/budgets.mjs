import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readWebManifest } from './web-manifest.mjs';

/**
 * What a first visit to each screen may cost in files, counted from the build's own: gzipped script, everything
 * transferred (script, style sheet, font; compressed), and requests. The page itself is one request more; how long it is,
 * only the portal can tell: `npm run bench:web` does.
 */
const budgets = {
  public: { scriptKb: 150, totalKb: 210, requests: 15 },
  signedIn: { scriptKb: 200, totalKb: 280, requests: 16 },
};

/**
 * The desk has the form of a mark, which also records marks without a file. The set-up is opened once in a portal's life.
 */
const allowed = { 'routes/staff': { scriptKb: 202 }, 'routes/setup': { scriptKb: 151.5 } };

const root = fileURLToPath(new URL('..', import.meta.url));
const client = path.join(root, 'build/client');
const read = (url) => readFileSync(path.join(client, url));
const manifest = readWebManifest(client);
const fonts = globSync('assets/*.woff2', { cwd: client }).map((file) => `/${file}`);

const isCompressed = (url) => !url.endsWith('.woff2');
const transferred = (url) => statSync(path.join(client, isCompressed(url) ? `${url}.br` : url)).size;
const gzipped = (url) => gzipSync(read(url)).length;
const kb = (urls, size) => urls.reduce((sum, url) => sum + size(url), 0) / 1024;

function cost(id) {
  const parts = manifest.partsOf(id);
  const scripts = new Set([manifest.file, ...parts.flatMap(({ module, imports }) => [module, ...imports])]);
  const files = [...scripts, ...new Set(parts.flatMap(({ css }) => css)), ...fonts];
  return {
    scriptKb: kb([...scripts], gzipped),
    totalKb: kb(files, transferred),
    requests: files.length + 1,
  };
}

let isWithin = true;
for (const { id, parentId } of Object.values(manifest.routes)) {
  const usual = { 'routes/public-frame': budgets.public, 'routes/signed-in-frame': budgets.signedIn }[
    parentId
  ];
  if (usual === undefined) continue;
  const budget = { ...usual, ...allowed[id] };
  const page = cost(id);
  const over = Object.keys(budget).filter((key) => page[key] > budget[key]);
  const figures = `script ${page.scriptKb.toFixed(1)} KB, total ${page.totalKb.toFixed(0)} KB, ${page.requests} requests`;
  const verdict = over.length === 0 ? '' : `  OVER: ${over.map((key) => `${key} ${budget[key]}`).join(', ')}`;
  console.log(`${id.padEnd(34)} ${figures}${verdict}`);
  if (over.length > 0) isWithin = false;
}
process.exitCode = isWithin ? 0 : 1;

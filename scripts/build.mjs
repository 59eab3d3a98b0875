// Builds the web into build/: what browsers load, and what renders the pages on the server. Does nothing when nothing has
// changed since the last build; `--force` builds all the same. Names the commit in build/commit.txt each time.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { commitOfBuild, writeCommit } from './build-commit.mjs';
import { giveUp, printAndWait, root, wasStopped } from './node24.mjs';
import { withProgress } from './progress.mjs';
import { publicStyles } from './public-styles.mjs';

const client = path.join(root, 'build/client');
const stampFile = path.join(root, 'build/stamp.txt');

/** A hash over everything that the build reads. */
function stampOfInputs() {
  const files = globSync(['src/web/**/*', 'src/contract/**/*', 'src/server/frame/texts/*'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const settings = [
    'vite.config.ts',
    'vite.worker.config.ts',
    'vite.previews.config.ts',
    'react-router.config.ts',
  ];
  const scripts = ['scripts/build.mjs', 'scripts/public-styles.mjs', 'scripts/web-manifest.mjs'];
  for (const name of ['package-lock.json', ...settings, ...scripts]) files.push(path.join(root, name));
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function isUpToDate(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Compressed forms beside each file that gains by them. */
async function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Runs a tool of the build; it says something only where it fails. */
async function run(tool, args, env = {}) {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  let said = '';
  const status = await printAndWait(child, (text) => (said += text));
  if (wasStopped()) process.exit(status || 130);
  if (status !== 0) throw new Error(`${said}The web could not be built.`);
}

/** Of four parts: pages and scripts, service worker, previews, compressed files. */
let part = 1;

async function build(stamp) {
  // Without its stamp a half-finished build is never mistaken for one.
  rmSync(stampFile, { force: true });
  await run('@react-router/dev/bin.cjs', ['build']);
  // Where a part of a page is loaded on demand, the renderer's build leaves a style sheet that no page names.
  const [manifest = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const named = readFileSync(path.join(client, manifest), 'utf8');
  for (const sheet of globSync('assets/*.css', { cwd: client }))
    if (!named.includes(path.basename(sheet))) rmSync(path.join(client, sheet));
  const sheets = globSync('assets/*.css', { cwd: client });
  if (sheets.length !== 1) throw new Error(`The web has ${sheets.length} style sheets instead of one.`);
  const styles = readFileSync(path.join(client, sheets[0]), 'utf8');
  writeFileSync(path.join(root, 'build/public.css'), publicStyles(client, styles));
  // The worker keeps every file of the build: their names tell their versions.
  const files = globSync('assets/*.{css,js,woff2}', { cwd: client })
    .sort()
    .map((file) => ({ url: `/${file.replaceAll(path.sep, '/')}`, revision: null }));
  part = 2;
  await run('vite/bin/vite.js', ['build', '--config', 'vite.worker.config.ts'], {
    PRECACHED_FILES: JSON.stringify(files),
  });
  part = 3;
  await run('vite/bin/vite.js', ['build', '--config', 'vite.previews.config.ts']);
  part = 4;
  for (const file of globSync(['assets/*.{css,js}', 'previews/*.js', '*.txt'], { cwd: client }))
    await compress(path.join(client, file));
  nameCommit(false);
  // In one piece: a server that starts meanwhile finds either no build or a whole one.
  writeFileSync(`${stampFile}.new`, stamp);
  renameSync(`${stampFile}.new`, stampFile);
}

/** Ends the build where the commit cannot be told or written: an old one would name other sources. */
function nameCommit(isBuilt) {
  try {
    const commit = commitOfBuild(root, process.env);
    // Built elsewhere and copied here without its repository: the build knows its commit.
    if (commit !== 'unknown' || !isBuilt) writeCommit(root, commit);
  } catch (error) {
    process.stderr.write(`The commit could not be written: ${error.message}\n`);
    process.exit(1);
  }
}

const stamp = stampOfInputs();
if (process.argv.includes('--force') || !isUpToDate(stamp)) {
  await withProgress('Building the web pages', () => build(stamp), {
    howFar: () => `part ${part} of 4`,
  }).catch((error) => giveUp(error.message));
} else nameCommit(true);

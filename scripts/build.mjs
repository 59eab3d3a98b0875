// Builds the web into build/: what browsers load, and what renders the pages on the server. Does nothing when nothing has
// changed since the last build; `--force` builds all the same. Names the commit in build/commit.txt each time.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { commitOfBuild, writeCommit } from './build-commit.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
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
  for (const name of ['package-lock.json', ...settings, 'scripts/build.mjs'])
    files.push(path.join(root, name));
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function isUpToDate(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** Compressed forms beside each file that gains by them. */
function compress(file) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Runs a tool of the build; ends where it fails. */
function run(tool, args, env = {}) {
  const built = spawnSync(process.execPath, [path.join(root, 'node_modules', tool), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  if (built.status === 0) return;
  process.stderr.write(`${built.stdout}${built.stderr}The web could not be built.\n`);
  process.exit(1);
}

function build(stamp) {
  // Without its stamp a half-finished build is never mistaken for one.
  rmSync(stampFile, { force: true });
  run('@react-router/dev/bin.cjs', ['build']);
  // Where a part of a page is loaded on demand, the renderer's build leaves a style sheet that no page names.
  const [manifest = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const named = readFileSync(path.join(client, manifest), 'utf8');
  for (const sheet of globSync('assets/*.css', { cwd: client }))
    if (!named.includes(path.basename(sheet))) rmSync(path.join(client, sheet));
  // The worker keeps every file of the build: their names tell their versions.
  const files = globSync('assets/*.{css,js,woff2}', { cwd: client })
    .sort()
    .map((file) => ({ url: `/${file.replaceAll(path.sep, '/')}`, revision: null }));
  run('vite/bin/vite.js', ['build', '--config', 'vite.worker.config.ts'], {
    PRECACHED_FILES: JSON.stringify(files),
  });
  run('vite/bin/vite.js', ['build', '--config', 'vite.previews.config.ts']);
  for (const file of globSync(['assets/*.{css,js}', 'previews/*.js', '*.txt'], { cwd: client }))
    compress(path.join(client, file));
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
  const start = performance.now();
  build(stamp);
  console.log(`Built the web in ${((performance.now() - start) / 1000).toFixed(1)} s`);
} else nameCommit(true);

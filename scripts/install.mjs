import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  endStopped,
  findNode24,
  giveUp,
  printAndWait,
  requireInstallingNode,
  root,
  wasStopped,
} from './node24.mjs';
import { withProgress } from './progress.mjs';

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/** The packages of package-lock.json that each machine needs: optional ones may be for others. */
function neededPackages() {
  const withoutDev = process.env.NODE_ENV === 'production';
  return Object.entries(packagesOf('package-lock.json') ?? {}).filter(
    ([name, entry]) =>
      name !== '' && !entry.optional && !entry.devOptional && !entry.peer && !(withoutDev && entry.dev),
  );
}

/** Whether node_modules has them. npm writes its own list last, so an installation that was cut off does not count. */
export function isInstalled() {
  const present = packagesOf('node_modules/.package-lock.json');
  if (packagesOf('package-lock.json') === null || present === null || findNode24() === null) return false;
  return neededPackages().every(([name, entry]) => present[name]?.version === entry.version);
}

/** The folder that this user cannot write, or null. npm would say EACCES, and nothing about whose files they are. */
function unwritableFolder() {
  for (const folder of [path.resolve(root), path.join(root, 'node_modules')]) {
    try {
      if (existsSync(folder)) accessSync(folder, constants.W_OK);
    } catch {
      return folder;
    }
  }
  return null;
}

/** Ends the process with one line when packages are needed and cannot be written. */
export function requireWritableSources() {
  const locked = unwritableFolder();
  if (locked === null) return;
  giveUp(
    `Packages are missing or old, and this user cannot write ${locked}. Run npm ci once as the owner of these files.`,
  );
}

/** Installs the exact packages of package-lock.json unless they are there; a failure ends in one line. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  requireInstallingNode();
  requireWritableSources();
  const needed = neededPackages().map(([name]) => path.join(root, name, 'package.json'));
  const what = existsSync(path.join(root, 'node_modules'))
    ? 'Installing changed packages'
    : 'Installing packages (once)';
  const howFar = () => `${needed.filter((file) => existsSync(file)).length} of ${needed.length}`;
  await withProgress(what, runNpm, { howFar }).catch((error) => giveUp(error.message));
  if (!isInstalled()) {
    giveUp(
      'Packages were installed, yet Node 24 or others are missing; run: npm ci (with optional packages)',
    );
  }
}

/** Run by npm, its own script is known; alone, it is looked up, which on Windows needs a shell. */
async function runNpm(print) {
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
  const child = spawn(command, [...args, '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  });
  const status = await printAndWait(child, print).catch((error) => {
    throw new Error(`Packages could not be installed: ${error.message}`);
  });
  if (wasStopped()) endStopped(status);
  if (status !== 0)
    throw new Error(
      'Packages could not be installed; npm says why above. Check the network and start again.',
    );
}

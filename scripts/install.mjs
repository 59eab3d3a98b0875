import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findNode24, giveUp, root } from './node24.mjs';

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list last, so an installation that
 * was cut off does not count. Optional packages may be missing: they are for other machines.
 */
function isInstalled() {
  const expected = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (expected === null || present === null || findNode24() === null) return false;
  const withoutDev = process.env.NODE_ENV === 'production';
  return Object.entries(expected).every(([name, entry]) => {
    if (name === '' || entry.optional || entry.devOptional || entry.peer) return true;
    if (withoutDev && entry.dev) return true;
    return present[name]?.version === entry.version;
  });
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

/** Installs the exact packages of package-lock.json unless they are there; a failure ends in one line. */
export function ensureInstalled() {
  if (isInstalled()) return;
  const locked = unwritableFolder();
  if (locked !== null)
    giveUp(
      `Packages are missing or old, and this user cannot write ${locked}. Run npm ci once as the owner of these files.`,
    );
  const isFirst = !existsSync(path.join(root, 'node_modules'));
  console.log(
    isFirst ? 'Installing packages (once; a minute or two) ...' : 'Installing changed packages ...',
  );
  // Run by npm, its own script is known; alone, it is looked up, which on Windows needs a shell.
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
  const { status, error } = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (error !== undefined) giveUp(`Packages could not be installed: ${error.message}`);
  if (status !== 0)
    giveUp('Packages could not be installed; npm says why above. Check the network and start again.');
  if (!isInstalled()) {
    giveUp(
      'Packages were installed, yet Node 24 or others are missing; run: npm ci (with optional packages)',
    );
  }
}

import { spawnSync } from 'node:child_process';
import { canInstall, installPackages } from './apt.mjs';
import { giveUp } from './node24.mjs';

/** Whether a browser finds a font for Malayalam; Windows and macOS bring one. */
function hasMalayalam() {
  if (process.platform !== 'linux') return true;
  const list = spawnSync('fc-list', [':lang=ml'], { encoding: 'utf8' });
  return list.error === undefined && list.stdout.trim() !== '';
}

/**
 * Students write Malayalam, and the README's pictures show it: where no font has it, root on Debian installs one with apt-get;
 * elsewhere the process ends with one line.
 */
export function requireMalayalamFont() {
  if (hasMalayalam()) return;
  if (canInstall()) {
    console.log('No font for Malayalam found: installing fonts-noto-core with apt-get, as root');
    installPackages('fontconfig', 'fonts-noto-core');
  }
  if (!hasMalayalam())
    giveUp('No font for Malayalam found, which the pictures need: install one, such as Noto Sans Malayalam.');
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { canInstall, installPackages } from './apt.mjs';

const { env, platform } = process;
const programs = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(Boolean);

const candidates = {
  linux: [
    // The same engine without a browser's window: a sixth less processor time for the journeys.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    `${env.HOME}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
  ],
  win32: programs.map((folder) => path.join(folder, 'Google\\Chrome\\Application\\chrome.exe')),
};

/** Playwright's own Chromium, where somebody has installed it. */
async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

function installOnDebian(isInstalled) {
  if (!canInstall()) return;
  console.log('No browser found: installing Chromium with apt-get, as root (CHROME_PATH would name another)');
  installPackages('chromium-headless-shell');
  // Other kinds of Debian have no package of that name.
  if (!isInstalled()) installPackages('chromium');
}

/**
 * The path of a Chrome or Chromium: `CHROME_PATH`, an installed one, Playwright's own, or, for root on Debian, the one
 * that apt-get installs.
 * @returns {Promise<string | null>} null when there is none
 */
export async function findBrowser() {
  if (env.CHROME_PATH && existsSync(env.CHROME_PATH)) return env.CHROME_PATH;
  const installed = () => candidates[platform]?.find((file) => existsSync(file));
  const found = installed() ?? (await playwrightBrowser());
  if (found && existsSync(found)) return found;
  installOnDebian(() => installed() !== undefined);
  return installed() ?? null;
}

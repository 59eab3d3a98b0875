import { spawnSync } from 'node:child_process';

/** Before the tests of pages: the web is built, if it is not as its sources are. */
export default function setup(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The web could not be built.\n${stdout}${stderr}`);
}

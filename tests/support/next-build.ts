import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPageBuild, type PageBuild } from '#server/frame/page-build';

const built = fileURLToPath(new URL('../../build', import.meta.url));

/**
 * The web of a later version: the same, but each script has another name, as if every one had changed. The former names
 * are gone.
 */
export function makeNextBuild(): { build: PageBuild; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-next-web-'));
  cpSync(built, folder, { recursive: true });
  for (const file of globSync('client/**/*.{br,gz}', { cwd: folder })) rmSync(path.join(folder, file));
  const scripts = globSync('client/assets/*.js', { cwd: folder });
  const names = new Map(scripts.map((file) => [path.basename(file), `next-${path.basename(file)}`]));
  const anyName = new RegExp(
    [...names.keys()].map((name) => name.replaceAll('.', String.raw`\.`)).join('|'),
    'g',
  );
  for (const file of [
    ...scripts,
    'client/service-worker.js',
    ...globSync('server/**/*.js', { cwd: folder }),
  ]) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(
      path.join(folder, file),
      text.replace(anyName, (name) => names.get(name) as string),
    );
  }
  for (const [name, next] of names) {
    const assets = path.join(folder, 'client/assets');
    renameSync(path.join(assets, name), path.join(assets, next));
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'stamp.txt'), 'next');
  const build = readPageBuild(folder);
  if (build === null) throw new Error('The copy of the build is not whole.');
  return {
    build: { ...build, compression: 1 },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

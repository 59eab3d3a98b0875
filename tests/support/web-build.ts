import { readPageBuild, type PageBuild } from '#server/pages/page-build';

const built = readPageBuild();

/** The built web for tests: pages are compressed quickly, since each has few readers. */
export function webBuild(): PageBuild {
  if (built === null) throw new Error('The web is not built: run npm run build.');
  return { ...built, compression: 1 };
}

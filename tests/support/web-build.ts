import { readPageBuild, type PageBuild } from '#server/frame/page-build';
import { rememberPages } from './remember-pages.ts';

const built = readPageBuild();

/**
 * The built web for tests: pages are compressed quickly, since each has few readers, and have as long as a busy machine may
 * need; a page past its time would be left to the browser.
 */
export function webBuild(): PageBuild {
  if (built === null) throw new Error('The web is not built: run npm run build.');
  return {
    ...built,
    loadRenderer: async () => rememberPages(await built.loadRenderer()),
    compression: 1,
    budget: { ms: 15_000, bytes: 1024 * 1024 },
  };
}

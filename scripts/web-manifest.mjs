import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which scripts each screen loads, as React Router's manifest in the build tells the browser.
 * @param {string} client folder of the build
 * @returns {{ file: string, routes: Record<string, { id: string, parentId?: string }>, partsOf(id: string): { module: string, imports: string[], css: string[] }[] }}
 *   `file`: the manifest's own address; `partsOf`: of a screen and all that is around it
 */
export function readWebManifest(client) {
  const [found = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const { entry, routes } = JSON.parse(
    readFileSync(path.join(client, found), 'utf8')
      .replace('window.__reactRouterManifest=', '')
      .replace(/;$/, ''),
  );
  const withParents = ({ parentId, ...route }) =>
    parentId === undefined ? [route] : [...withParents(routes[parentId]), route];
  return {
    file: `/${found.replaceAll(path.sep, '/')}`,
    routes,
    partsOf: (id) => [entry, ...withParents(routes[id])],
  };
}

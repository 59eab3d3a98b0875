/** A route of a server build, or of its manifest. */
type BuiltRoute = { id: string; parentId?: string | undefined; path?: string | undefined };
type Routes = Readonly<Record<string, BuiltRoute | undefined>>;

/** How many segments of an address are looked at: enough to part the staff's screens. */
const depth = 2;

const isAny = (segment: string): boolean => segment.startsWith(':');
/** What follows stands at no certain place. */
const isOpen = (segment: string): boolean => segment === '*' || segment.endsWith('?');

/** The first segments of a route's whole path, in small letters as addresses are matched. */
function segmentsOf(routes: Routes, route: BuiltRoute): string[] {
  const paths: string[] = [];
  for (let at: BuiltRoute | undefined = route; at !== undefined; at = routes[at.parentId ?? ''])
    paths.unshift(at.path ?? '');
  const segments = paths.join('/').toLowerCase().split('/').filter(Boolean);
  const open = segments.findIndex(isOpen);
  return segments.slice(0, open === -1 ? depth : Math.min(open, depth));
}

function segmentsOfAddress(pathname: string): string[] | null {
  try {
    const path = decodeURIComponent(pathname.replace(/\.data$/, ''));
    return path.toLowerCase().split('/').filter(Boolean).slice(0, depth);
  } catch {
    return null;
  }
}

/**
 * The framework tries every route of a build for each page, and makes all of them anew: with 170 screens a quarter of
 * what a page allocated. Which of them an address can match is known from its first segments.
 * @returns a function that gives a key of those, and their ids with all above them; null for all
 */
export function routesOfAddress(
  routes: Routes,
): (pathname: string) => { key: string; ids: () => ReadonlySet<string> } | null {
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.values(routes).flatMap((route) =>
    route === undefined || parents.has(route.id)
      ? []
      : [{ id: route.id, segments: segmentsOf(routes, route) }],
  );
  const named = new Set(leaves.flatMap(({ segments }) => segments));
  return (pathname) => {
    const given = segmentsOfAddress(pathname);
    if (given === null) return null;
    return {
      // Names of routes are few, addresses are not.
      key: given.map((segment) => (named.has(segment) ? segment : ':')).join('/'),
      ids() {
        const ids = new Set<string>();
        for (const { id, segments } of leaves) {
          if (!segments.every((segment, at) => isAny(segment) || segment === given[at])) continue;
          for (let at = routes[id]; at !== undefined; at = routes[at.parentId ?? '']) ids.add(at.id);
        }
        return ids;
      },
    };
  };
}

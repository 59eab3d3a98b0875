import { createRequire } from 'node:module';
import { isFresh } from './taken-database.ts';

type Handler = (...args: unknown[]) => unknown;
type Found = { handler: Handler; params: unknown; store: unknown; searchParams: unknown };
/** Of `find-my-way`, Fastify's router. */
type Router = {
  routes: unknown[];
  trees: object;
  _treeGET: object | null;
  on(methods: string | string[], path: string, ...rest: unknown[]): void;
  find(method: string, path: string, constraints?: object): Found | null;
  findRoute(method: string, path: string, constraints?: object): object | null;
  prettyPrint(options?: object): string;
  compile(): Router;
};
type Trees = Pick<Router, 'trees' | '_treeGET'>;
type Route = { methods: string | string[]; path: string; options: object; handler: Handler; store: unknown };
type Own = { added: Route[]; names: Set<string>; hasTrees: boolean };

const treesOf = new Map<string, Trees>();
const owns = new WeakMap<Router, Own>();
const placeholder: Handler = () => {};

function ownOf(router: Router): Own {
  const own = owns.get(router) ?? { added: [], names: new Set(), hasTrees: false };
  owns.set(router, own);
  return own;
}

/**
 * Builds the trees of equal routes once a worker: they take half of the time of making a portal. Leaves number the
 * routes; each portal keeps its own handlers. Portals that run as processes use the router unchanged.
 */
function shareRoutes(proto: Router): void {
  const { on, find, prettyPrint } = proto;

  proto.on = function add(methods, path, ...rest) {
    const { added, names } = ownOf(this);
    for (const method of [methods].flat()) {
      const name = `${method} ${path}`;
      if (names.has(name)) throw new Error(`Method '${method}' already declared for route '${path}'`);
      names.add(name);
    }
    // Options may be left out.
    const [options, handler, store] = typeof rest[0] === 'function' ? [{}, ...rest] : rest;
    added.push({ methods, path, options, handler, store } as Route);
  };

  proto.findRoute = function has(method, path) {
    return ownOf(this).names.has(`${method} ${path}`) ? {} : null;
  };

  /** Numbers from one: the router takes 0 for nothing. */
  function build(router: Router, { added }: Own): void {
    if (router.routes.length > 0) return;
    for (const [index, { methods, path, options }] of added.entries())
      on.call(router, methods, path, options, placeholder, index + 1);
  }

  function takeTrees(router: Router, own: Own): void {
    if (own.hasTrees) return;
    own.hasTrees = true;
    const key = own.added.map(({ methods, path }) => `${String(methods)} ${path}`).join('\n');
    const shared = treesOf.get(key);
    if (shared === undefined) build(router, own);
    const { trees, _treeGET } = Object.assign(router, shared);
    treesOf.set(key, { trees, _treeGET });
  }

  // It would compile a function for each tree of each portal.
  proto.compile = function leave() {
    return this;
  };

  proto.find = function findOwn(method, path, constraints) {
    const own = ownOf(this);
    takeTrees(this, own);
    const found = find.call(this, method, path, constraints);
    const route = own.added[(found?.store as number) - 1];
    return route === undefined ? found : { ...(found as Found), handler: route.handler, store: route.store };
  };

  proto.prettyPrint = function print(options) {
    build(this, ownOf(this));
    return prettyPrint.call(this, options);
  };
}

const fastify = createRequire(import.meta.url).resolve('fastify');
if (!isFresh) shareRoutes((createRequire(fastify)('find-my-way') as { prototype: Router }).prototype);

import type { Config } from '@react-router/dev/config';

/**
 * Pages are rendered by the running portal, also the public ones, once: what they say (the academy's name, the catalogue,
 * the operator's texts) no build can know.
 */
export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  splitRouteModules: false,
  // Every route is in the first manifest: none is asked for later.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;

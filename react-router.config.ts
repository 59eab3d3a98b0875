import type { Config } from '@react-router/dev/config';
import { prerenderedPaths } from './src/contract/screens.ts';

/** Screens are rendered in the browser; the public ones are also prerendered by the build. */
export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: prerenderedPaths,
  splitRouteModules: false,
} satisfies Config;

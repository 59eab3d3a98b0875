import type { ViteUserConfig } from 'vitest/config';
import config from '../../vitest.config.ts';
import { root } from '../node24.mjs';
import { guards } from './guards.ts';
import { withoutGuard } from './replace-export.ts';

const guard = guards.find((one) => one.guard === process.env.CAPSTONE_GUARD);
const plugins = guard === undefined ? [] : [withoutGuard(guard)];
const projects = config.test?.projects as ViteUserConfig[];

/** The tests as `npm test` runs them, with the guard removed that CAPSTONE_GUARD names. */
export default {
  ...config,
  root,
  test: { ...config.test, projects: projects.map((project) => ({ ...project, root, plugins })) },
} satisfies ViteUserConfig;

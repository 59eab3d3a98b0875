import { paths as others } from './paths.ts';
import { staffPaths } from './staff-paths.ts';

/** Where each call of the wire lives: not for browsers, whose pages load what they need. */
export const paths = { ...others, ...staffPaths };

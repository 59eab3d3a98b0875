import { endpoints } from './endpoints.ts';

/** The text of `paths.ts`: method and path of every call, free of zod, so that browsers need no schema to make one. */
export function pathsSource(): string {
  const lines = Object.entries(endpoints)
    .toSorted(([, a], [, b]) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
    .map(([name, { method, path }]) => `  ${name}: { method: '${method}', path: '${path}' },`);
  return `// Written by \`npm run reference\` from the endpoints of the contract; a test compares. Do not edit.
import type { RouteAddress } from './fill-path.ts';

/** Where each call of the wire lives; \`:name\` marks a parameter. */
export const paths = {
${lines.join('\n')}
} as const satisfies Record<string, RouteAddress>;
`;
}

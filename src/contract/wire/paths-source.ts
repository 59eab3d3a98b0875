import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** The formatter's. */
const lineWidth = 110;

function addressLine(name: string, { method, path }: Endpoint): string {
  // In this order they compress better.
  const fields = [`path: '${path}'`, `method: '${method}'`];
  const line = `  ${name}: { ${fields.join(', ')} },`;
  return line.length <= lineWidth ? line : `  ${name}: {\n    ${fields.join(',\n    ')},\n  },`;
}

/** '' for a list itself. */
function listOf({ answers }: Endpoint): string | undefined {
  const success = answers[200] ?? answers[201];
  if (success instanceof z.ZodArray) return '';
  if (!(success instanceof z.ZodObject)) return undefined;
  return Object.keys(success.shape).find((field) => success.shape[field] instanceof z.ZodArray);
}

/** Without zod, for browsers. */
export function pathsSource(): string {
  const calls = Object.entries(endpoints).toSorted(([, a], [, b]) =>
    `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
  );
  const addresses = calls.map(([name, call]) => addressLine(name, call));
  const lists = calls.flatMap(([name, call]) => {
    const list = listOf(call);
    return list === undefined ? [] : [`  ${name}: '${list}',`];
  });
  return `// Written by \`npm run reference\` from the endpoints of the contract; a test compares. Do not edit.
import type { RouteAddress } from './fill-path.ts';

/** Where each call of the wire lives; \`:name\` marks a parameter. */
export const paths = {
${addresses.join('\n')}
} as const satisfies Record<string, RouteAddress>;

/** The field of a call's answer that is a list, '' for an answer that is one itself. */
export const lists: { readonly [Name in keyof typeof paths]?: string } = {
${lists.join('\n')}
};
`;
}

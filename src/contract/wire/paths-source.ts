import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** The formatter's. */
const lineWidth = 110;

/** Names of the functions that make an address; `delete` is reserved. */
const nameOf = (method: Endpoint['method']) => (method === 'DELETE' ? 'remove' : method.toLowerCase());

function addressLine(name: string, call: Endpoint): string {
  const list = listOf(call);
  const values = [call.path, ...(list === undefined ? [] : [list])].map((value) => `'${value}'`);
  const line = `  ${name}: ${nameOf(call.method)}(${values.join(', ')}),`;
  return line.length <= lineWidth
    ? line
    : `  ${name}: ${nameOf(call.method)}(\n    ${values.join(',\n    ')},\n  ),`;
}

/** '' for a list itself. */
function listOf({ answers }: Endpoint): string | undefined {
  const success = answers[200] ?? answers[201];
  if (success instanceof z.ZodArray) return '';
  if (!(success instanceof z.ZodObject)) return undefined;
  return Object.keys(success.shape).find((field) => success.shape[field] instanceof z.ZodArray);
}

/** What only staff's screens call, once they are open: neither what a link leads to nor a form with files. */
const isOfStaff = ([name, { path, multipart }]: [string, Endpoint]): boolean =>
  /^\/api\/(?:staff|account\/tokens)(?:\/|$)/.test(path) && !name.startsWith('export') && multipart !== true;

const tables = {
  paths: {
    about:
      "Where the calls live that are not in staff-paths.ts. With the field of the answer that is a list ('': the answer itself).",
    has: (call: [string, Endpoint]) => !isOfStaff(call),
  },
  staffPaths: { about: "The same for staff's calls, which students do not load.", has: isOfStaff },
};

/** Without zod, for browsers. */
export function pathsSource(table: keyof typeof tables): string {
  const { about, has } = tables[table];
  const calls = Object.entries<Endpoint>(endpoints)
    .filter(has)
    .toSorted(([, a], [, b]) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
  const methods = [...new Set(calls.map(([, { method }]) => method))].toSorted();
  return `// Written by \`npm run reference\` from the endpoints of the contract; a test compares. Do not edit.
import { addressBy } from './fill-path.ts';

${methods.map((method) => `const ${nameOf(method)} = addressBy('${method}');`).join('\n')}

/** ${about} */
export const ${table} = {
${calls.map(([name, call]) => addressLine(name, call)).join('\n')}
} as const;
`;
}

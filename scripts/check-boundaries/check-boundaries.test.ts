import { expect, test } from 'vitest';
import { tableOwnersIn } from './table-owners.mjs';
import { boundariesCrossed, ownersAmiss, unseen } from './check-boundaries.mjs';
import { roomsAmiss } from './layers.mjs';

/** What is against the rules in one file, or in several that know each other. */
function crossed(files: Record<string, string>): string[] {
  const texts = Object.entries(files).map(([file, text]) => [file, `// first\n${text}\n`] as const);
  return boundariesCrossed(new Map(texts));
}

const imports: [file: string, line: string, allowed: boolean][] = [
  [
    'src/server/accounts/login/log-in.ts',
    "import { recordAuditEvent } from '../audit/record-audit-event.ts';",
    true,
  ],
  ['src/server/audit/record-audit-event.ts', "import { logIn } from '../accounts/login/log-in.ts';", false],
  [
    'src/server/audit/record-audit-event.ts',
    "import type { LogIn } from '../accounts/login/log-in.ts';",
    false,
  ],
  ['src/server/audit/record-audit-event.ts', "import { a } from '../frame/serve-pages.ts';", false],
  [
    'src/server/audit/record-audit-event.api.test.ts',
    "import { logIn } from '../accounts/login/log-in.ts';",
    true,
  ],
  ['src/server/marking/routes.ts', "import { opensAt } from '#contract/dates';", true],
  ['src/server/marking/routes.ts', "import { buildApp } from '../app.ts';", false],
  ['src/server/platform/context.ts', "import { logIn } from '../accounts/login/log-in.ts';", false],
  ['src/server/platform/context.ts', "export { logIn } from '#server/accounts/login/log-in';", false],
  ['src/server/platform/context.ts', "export * from '#server/accounts/login/log-in';", false],
  ['src/server/platform/context.ts', "type L = import('#server/accounts/login/log-in').LogIn;", false],
  ['src/server/platform/context.ts', "import { settings } from './settings.ts';", true],
  ['src/server/frame/serve-pages.ts', "import { list } from '../projects/queries.ts';", true],
  [
    'src/server/frame/serve-pages.ts',
    "import { pageRenderer } from '../../../build/server/index.js';",
    false,
  ],
  ['src/server/frame/serve-pages.ts', "import { buildApp } from '../app.ts';", false],
  ['src/server/frame/serve-pages.ts', "import '../main.ts';", false],
  ['src/server/frame/serve-pages.ts', "import { call } from '#web/lib/calls/client';", false],
  ['src/server/gossip/tell.ts', "import { logIn } from '../accounts/login/log-in.ts';", false],
  ['src/server/app.ts', "import { call } from '#web/lib/calls/client';", false],
  ['src/server/app.ts', "import { servePages } from './frame/serve-pages.ts';", true],
  ['src/cli/main.ts', "import { openContext } from '#server/platform/open-context';", true],
  ['src/cli/main.ts', "import { call } from '#web/lib/calls/client';", false],
  ['src/contract/dates.ts', "import { z } from 'zod';", false],
  ['src/contract/excerpt.ts', "import { z } from 'zod';", false],
  ['src/contract/dates.ts', "import { limits } from './limits.ts';", true],
  ['src/contract/dates.ts', "import { account } from './accounts/calls.ts';", false],
  ['src/contract/dates.ts', "import type { Account } from './accounts/calls.ts';", true],
  ['src/contract/accounts/calls.ts', "import { z } from 'zod';", true],
  ['src/contract/accounts/calls.ts', "import { logIn } from '#server/accounts/login/log-in';", false],
  ['src/web/ui/card.tsx', "import { messages } from '#contract/messages';", false],
  ['src/web/ui/card.tsx', "import { Button } from './button.tsx';", true],
  ['src/web/lib/calls/client.ts', "import { paths } from '#contract/paths';", true],
  ['src/web/lib/calls/client.ts', "import type { endpoints } from '#contract/wire/endpoints';", true],
  ['src/web/lib/calls/client.ts', "type E = import('#contract/wire/endpoints').Endpoints;", true],
  ['src/web/lib/calls/client.ts', "import { endpoints } from '#contract/wire/endpoints';", false],
  ['src/web/lib/calls/client.ts', "import { Card } from '../../ui/card.tsx';", false],
  ['src/web/features/submissions/form.tsx', "import { Card } from '../../ui/card.tsx';", true],
  ['src/web/features/submissions/form.tsx', "import { Composer } from '../forum/composer.tsx';", false],
  ['src/web/features/submissions/form.tsx', "import text from '../../texts/terms.md?raw';", true],
  ['src/web/routes/viva.tsx', "import { Form } from '../features/submissions/form.tsx';", true],
  ['src/web/routes/viva.tsx', "const late = await import('#server/app');", false],
  ['src/web/routes/viva.tsx', 'const late = await import(`#server/app`);', false],
  ['src/web/routes/viva.tsx', 'const text = "import { a } from \'#server/app\'";', true],
  ['tests/support/test-app.ts', "import { buildApp } from '#server/app';", true],
];

test.each(imports)('%s: %s', (file, line, allowed) => {
  expect(crossed({ [file]: line })).toHaveLength(allowed ? 0 : 1);
});

test('an import that is not allowed names the line and says where to go instead', () => {
  expect(
    crossed({ 'src/server/audit/a.ts': "import { logIn } from '../accounts/login/log-in.ts';" }),
  ).toEqual([
    'src/server/audit/a.ts:2: must not import src/server/accounts/login/log-in.ts; "audit" may know no other room: pass the value in, or move the shared piece to an earlier room',
  ]);
});

test('a file that cannot be parsed is refused', () => {
  expect(() => crossed({ 'src/server/app.ts': 'import {' })).toThrow('src/server/app.ts cannot be parsed');
});

test('rooms and folders are the same', () => {
  expect(roomsAmiss(['audit', 'forum', 'platform'], ['audit', 'forum'])).toEqual([]);
  expect(roomsAmiss(['audit', 'platform'], ['audit', 'forum'])).toEqual([
    'scripts/check-boundaries/layers.mjs: there is no folder src/server/forum; take the name out',
  ]);
  expect(roomsAmiss(['audit', 'gossip'], ['audit'])).toEqual([
    'src/server/gossip: no room; name it in scripts/check-boundaries/layers.mjs, or use one of audit',
  ]);
});

test('a circle is told once, by a shortest way round it, types and late imports too', () => {
  const files = {
    'tests/support/a.ts': "import type { B } from './b.ts';",
    'tests/support/b.ts': "import { c } from '#support/c';",
    'tests/support/c.tsx': "type A = import('./a.ts').A; const b = await import('./b.ts');",
    'tests/support/d.ts': "import { a } from './a.ts';",
  };
  expect(crossed(files)).toEqual([
    'tests/support/b.ts: 3 files import each other (tests/support/b.ts -> tests/support/c.tsx -> tests/support/b.ts); move what they share into a file that imports neither',
  ]);
  expect(crossed({ ...files, 'tests/support/c.tsx': '' })).toEqual([]);
});

test('circles that share no file are told each, and so is a file that imports itself', () => {
  const lines = crossed({
    'bench/a.ts': "import './b.ts';",
    'bench/b.ts': "import './a.ts';",
    'bench/c.ts': "import './d.ts'; import './a.ts';",
    'bench/d.ts': "import './c.ts';",
    'scripts/e.mjs': "import './e.mjs';",
  });
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual([
    'bench/a.ts',
    'bench/c.ts',
    'scripts/e.mjs',
  ]);
});

const queries: [query: string, table: string | null][] = [
  ["reader.selectFrom('discussion_versions')", 'discussion_versions'],
  ["reader.selectFrom('discussion_versions as f')", 'discussion_versions'],
  ["reader.selectFrom(['projects', 'discussion_versions as f'])", 'discussion_versions'],
  ["reader.selectFrom((from) => from.selectFrom('discussion_versions').as('f'))", 'discussion_versions'],
  ["projects.innerJoin('discussion_versions', 'a', 'b')", 'discussion_versions'],
  ["projects.leftJoin('discussion_versions as f', 'a', 'b')", 'discussion_versions'],
  ["projects.rightJoin('discussion_versions', 'a', 'b')", 'discussion_versions'],
  ["projects.fullJoin('discussion_versions', 'a', 'b')", 'discussion_versions'],
  ["writer.insertInto('discussion_versions')", 'discussion_versions'],
  ["writer.updateTable('discussion_versions')", 'discussion_versions'],
  ["writer.updateTable('projects').from('discussion_versions')", 'discussion_versions'],
  ["writer.deleteFrom('discussion_versions')", 'discussion_versions'],
  ["writer.deleteFrom('projects').using('discussion_versions')", 'discussion_versions'],
  ["writer.mergeInto('discussion_versions')", 'discussion_versions'],
  ['sql`select 1 from discussion_versions f`', 'discussion_versions'],
  [
    'sql<number>`(select count(*) from projects p join "discussion_versions" f on f.id = ${id})`',
    'discussion_versions',
  ],
  ['sql`insert into discussion_versions values (${id})`', 'discussion_versions'],
  ['sql`update discussion_versions set version = ${id}`', 'discussion_versions'],
  ["reader.selectFrom('projects')", null],
  ["reader.select('discussion_versions')", null],
  ["Buffer.from('text')", null],
  ["const text = 'select 1 from discussion_versions'", null],
];

test.each(queries)('a query of projects: %s', (query, table) => {
  expect(crossed({ 'src/server/projects/queries.ts': query })).toEqual(
    table === null
      ? []
      : [
          `src/server/projects/queries.ts:2: names the table "${table}" of "forum"; read it through src/server/forum/queries.ts`,
        ],
  );
});

test("only the owner's folder names a table; migrations and tests are not asked", () => {
  const query = "reader.selectFrom('uploads')";
  const allowed = [
    'src/server/submissions/queries.ts',
    'src/server/submissions/uploads/upload-rows.ts',
    'src/server/marking/queries.ts',
    'src/server/submissions/uploads/uploads.http.test.ts',
    'src/server/platform/database/migrations/0001-portal.ts',
    'tests/support/factories.ts',
  ];
  for (const file of allowed) expect(crossed({ [file]: query }), file).toEqual([]);
  for (const file of ['src/server/forum/queries.ts', 'src/server/platform/context.ts', 'src/cli/main.ts']) {
    expect(crossed({ [file]: query }), file).toHaveLength(1);
  }
  expect(crossed({ 'src/server/marking/queries.ts': "reader.selectFrom('outbox')" })).toEqual([
    'src/server/marking/queries.ts:2: names the table "outbox" of "platform"; read it through a function of src/server/platform',
  ]);
});

test('owners are read from the interface of tables; a file without it is an error', () => {
  const schema = (type: string) => `type Other = { a: {} };\ninterface TablesByOwner ${type}`;
  expect(
    tableOwnersIn(schema('{ audit: { audit_log: { id: number } }; projects: { projects: {}; files: {} } }')),
  ).toEqual({ audit_log: 'audit', projects: 'projects', files: 'projects' });
  expect(() => tableOwnersIn('type Tables = { a: {} };')).toThrow('no interface TablesByOwner');
  expect(() => tableOwnersIn(schema('{}'))).toThrow('no interface TablesByOwner');
});

test('every owner of a table is a room or the platform', () => {
  expect(ownersAmiss({ outbox: 'platform', audit_log: 'audit' })).toEqual([]);
  expect(ownersAmiss({ audit_log: 'gossip' })).toHaveLength(1);
});

test('a file that git lists and the check did not see is told', () => {
  expect(unseen(['src/a.ts', 'src/b.ts'], ['src/a.ts'])).toEqual([]);
  expect(unseen(['src/a.ts'], ['src/a.ts', 'src/b.ts'])).toEqual(['src/b.ts: was not checked']);
});

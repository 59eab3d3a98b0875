import { expect, test } from 'vitest';
import { checkWalls, wallsBroken } from './check-walls.mjs';

const cases: [file: string, line: string, allowed: boolean][] = [
  ['src/server/accounts/log-in.ts', "import { recordAct } from '../audit/record-act.ts';", true],
  ['src/server/audit/record-act.ts', "import { logIn } from '../accounts/log-in.ts';", false],
  ['src/server/staff/routes.ts', "import { opensAt } from '#contract/dates';", true],
  ['src/server/platform/clock.ts', "import { logIn } from '../accounts/log-in.ts';", false],
  ['src/server/platform/clock.ts', "export { logIn } from '#server/accounts/log-in';", false],
  ['src/server/gossip/tell.ts', "import { opensAt } from '#contract/dates';", false],
  ['src/server/app.ts', "import { call } from '#web/lib/client';", false],
  ['src/cli/main.ts', "import { openContext } from '#server/platform/open-context';", true],
  ['src/contract/dates.ts', "import { z } from 'zod';", false],
  ['src/contract/accounts.ts', "import { z } from 'zod';", true],
  ['src/contract/accounts.ts', "import { logIn } from '#server/accounts/log-in';", false],
  ['src/web/ui/card.tsx', "import { messages } from '#contract/messages';", false],
  ['src/web/lib/client.ts', "import { paths } from '#contract/paths';", true],
  ['src/web/lib/client.ts', "import type { endpoints } from '#contract/endpoints';", true],
  ['src/web/lib/client.ts', "import { endpoints } from '#contract/endpoints';", false],
  ['src/web/features/viva/form.tsx', "import { Card } from '../../ui/card.tsx';", true],
  ['src/web/features/viva/form.tsx', "import { Board } from '../discussions/board.tsx';", false],
  ['src/web/routes/viva.tsx', "import { Form } from '../features/viva/form.tsx';", true],
  ['src/web/routes/viva.tsx', "const late = await import('#server/app');", false],
];

test.each(cases)('%s: %s', (file, line, allowed) => {
  expect(wallsBroken(file, `// first\n${line}\n`)).toHaveLength(allowed ? 0 : 1);
});

test('a broken wall names the line and says where to go instead', () => {
  const [line] = wallsBroken('src/server/audit/a.ts', "\nimport { logIn } from '../accounts/log-in.ts';\n");
  expect(line).toBe(
    'src/server/audit/a.ts:2: must not import src/server/accounts/log-in.ts; "audit" may know no other capability: pass the value in, or move the shared piece to an earlier capability',
  );
});

test('every source file keeps to its room', () => {
  expect(checkWalls()).toEqual([]);
});

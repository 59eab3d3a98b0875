import { expect, test } from 'vitest';
import { importFiles, courses, project, refusalOf } from '#support/import-folder';
import { makeTestContext, type TestContext } from '#support/test-app';
import { standingLines } from './queries.ts';

const withRubric = (rubric: string) => ({
  'courses.yaml': courses,
  'projects.yaml': `${project('P001')}  rubrics:\n${rubric}`,
});
const lines = `    week-1:
      - text: It opens
        points: 40
      - text: Tested
        points: 30
      - text: A film of it
        points: 5.5
        optional: true
    viva:
      - text: Handed in late
        points: -10
`;
const read = async ({ context }: TestContext, task: 'week-1' | 'viva' = 'week-1') =>
  (await standingLines(context.database.reader, { projectId: 'P001', task })).map(
    ({ id, firstId, text, points, isOptional }) => ({ id, line: firstId ?? id, text, points, isOptional }),
  );

test('a project brings its rubrics; a second time changes nothing, and a project without leaves them', async () => {
  const app = await makeTestContext();
  expect(await importFiles(app.context, withRubric(lines), { dryRun: true })).toMatchObject({
    rubrics: '2/0/0',
  });
  expect(await read(app)).toEqual([]);
  expect(await importFiles(app.context, withRubric(lines))).toMatchObject({ rubrics: '2/0/0' });
  const there = await read(app);
  expect(there).toMatchObject([
    { text: 'It opens', points: 40, isOptional: 0 },
    { text: 'Tested', points: 30 },
    { text: 'A film of it', points: 5.5, isOptional: 1 },
  ]);
  expect(await read(app, 'viva')).toMatchObject([{ points: -10 }]);
  const again = await importFiles(app.context, withRubric(lines));
  expect(again).toMatchObject({ projects: '0/0/1', rubrics: '0/0/2' });
  expect(await importFiles(app.context, { 'projects.yaml': project('P001') })).toEqual({ projects: '0/0/1' });
  expect(await read(app)).toEqual(there);
  const log = await app.context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'change-rubric')
    .select(['actor_id', 'subject'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { actor_id: null, subject: 'P001 week-1' },
    { actor_id: null, subject: 'P001 viva' },
  ]);
});

test('a line whose words or points change is the same line; one at another place, too', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, withRubric(lines));
  const [opens, tested, film] = await read(app);
  const changed = lines
    .replace('- text: It opens', '- text: It opens on a phone')
    .replace('points: 30', 'points: 35');
  expect(await importFiles(app.context, withRubric(changed))).toMatchObject({ rubrics: '0/1/1' });
  const after = await read(app);
  expect(after.map(({ line }) => line)).toEqual([opens?.line, tested?.line, film?.line]);
  expect(after.map(({ id }) => id === film?.id)).toEqual([false, false, true]);
  await importFiles(
    app.context,
    withRubric(
      '    week-1:\n      - text: New\n        points: 1\n      - text: A film of it\n        points: 5.5\n        optional: true\n',
    ),
  );
  const [fresh, last] = await read(app);
  expect([tested?.line, opens?.line].includes(fresh?.line)).toBe(false);
  expect(last?.id).toBe(film?.id);
  await importFiles(app.context, withRubric('    week-1: []\n'));
  expect(await read(app)).toEqual([]);
});

test.each([
  [
    '    week-5: []\n',
    'projects.yaml:15:13: unknown key "week-5"; allowed: week-1, week-2, week-3, week-4, final, viva',
  ],
  [
    '    week-1:\n      - text: It opens\n        points: 40\n        weight: 2\n',
    'projects.yaml:18:17: unknown key "weight"; allowed: text, points, optional',
  ],
  [
    '    week-1:\n      - text: It opens\n        points: many\n',
    'projects.yaml:17:17: "rubrics", "week-1", entry 1, "points" must be a number from -100 to 100, with at most two decimals',
  ],
  [
    '    week-1:\n      - points: 5\n',
    'projects.yaml:16:9: "rubrics", "week-1", entry 1, "text" is missing; it must be a text of 1 to 300 characters',
  ],
  [
    '    week-1:\n      - text: Twice\n        points: 1\n      - text: Twice\n        points: 2\n',
    'projects.yaml:18:15: the line "Twice" appears twice',
  ],
  ['    - text: It opens\n', 'projects.yaml:15:5: "rubrics" must give a list of lines for each task: week-1'],
])('%j is refused with its line', async (rubric, message) => {
  const app = await makeTestContext();
  const [line] = await refusalOf(app.context, withRubric(rubric));
  expect(line).toContain(message);
});

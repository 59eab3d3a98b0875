import { expect, test } from 'vitest';
import { buildBatch, buildCourse } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { runCheck, type Check } from './check.ts';
import { nameChecks } from './settings-checks.ts';

test('batches that were there before, and are alike by today’s rule, are told and not merged', async () => {
  const { context } = await makeTestContext();
  const look = () => runCheck(nameChecks[0] as Check, context);
  await buildBatch(context, { name: 'Été-1', name_key: 'été-1' });
  expect(await look()).toMatchObject({ state: 'ok' });
  await buildBatch(context, { name: 'E\u0301te\u0301–1', name_key: 'e\u0301te\u0301–1' });
  expect(await look()).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('"Été-1" and "E\u0301te\u0301–1"'),
  });
});

test.each(['..', '.', 'DSA%2f10'])(
  '%s, which no address can carry, is told with the way to another name',
  async (name) => {
    const { context } = await makeTestContext();
    const look = () => runCheck(nameChecks[0] as Check, context);
    const { id } = await buildBatch(context, { name, name_key: name });
    await buildBatch(context, { name: '...a.' });
    expect(await look()).toMatchObject({
      state: 'warn',
      found: expect.stringContaining(`The pages of "${name}" cannot be opened`),
      todo: expect.stringContaining(`update batches set name = 'NEW NAME' where id = ${id};`),
    });
    const course = await buildCourse(context, { name });
    expect((await look()).todo).toContain(`update courses set name = 'NEW NAME' where id = ${course.id};`);
  },
);

import { expect, test } from 'vitest';
import { questionLists } from '#contract/projects/viva-bank';
import { makeFixture, send } from '#support/access-table';
import { changedIn, makeReadAll } from './read-all.ts';

/** What would be gained: the questions of the own viva, before it. */

const canary = /canary-7b1e/;

test('students read the samples of their project, and no byte tells of its other questions', async () => {
  const fixture = await makeFixture();
  const { clients, project } = fixture;
  const url = `/api/staff/projects/${project}/viva-questions`;
  const bank = Object.fromEntries(
    questionLists.map((list) => [list, list === 'samples' ? ['Sample of vq'] : []]),
  );
  const shown = { ...bank, bring: 'Laptop of vq' };
  expect((await clients.administrator.put(url, shown)).status).toBe(200);
  const readAll = await makeReadAll(fixture);
  await readAll();
  const before = await readAll();
  expect(changedIn(before, await readAll()), 'by reading').toEqual([]);
  expect(before.get('readVivaPreparation as student')).toMatch(/Sample of vq.*Laptop of vq/);

  const steps = questionLists.filter((list) => list !== 'samples');
  const secret = Object.fromEntries(
    steps.map((step) => [step, [`canary-7b1e of ${step}`, 'canary-7b1e **2**']]),
  );
  expect((await clients.administrator.put(url, { ...shown, ...secret })).status).toBe(200);
  for (const role of ['administrator', 'mentor'] as const)
    expect(JSON.stringify((await send(fixture, 'readVivaBank', role)).body), `planted, ${role}`).toMatch(
      canary,
    );

  const after = await readAll();
  expect(changedIn(before, after)).toEqual([]);
  for (const [what, read] of after) expect(read, what).not.toMatch(canary);
});

import { expect } from 'vitest';
import type { Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { buildMark, buildProject, buildSubmission } from './factories.ts';
import { makePortalFixture } from './portal-fixture.ts';
import { storeFile } from './store-file.ts';

export type Given = { task: Task; marks: number | null; released?: 0 | 1 };

/** A student who submits and is marked, whose choice the office undoes, and who chooses another project. */
export async function makeChosen() {
  const portal = await makePortalFixture({});
  const { context } = portal.app;
  const account_id = portal.people.student.id;
  const [first] = await context.database.reader.selectFrom('submissions').select('id').execute();
  const versions = new Map<Task, number>([['week-1', 1]]);
  /** The fixture has submitted week 1 already. */
  const give = async ({ task, marks, released = 1 }: Given, firstId?: number) => {
    const version = (versions.get(task) ?? 0) + (firstId === undefined ? 1 : 0);
    versions.set(task, version);
    const file = await storeFile(context, `${task} ${version}`, 'work.txt');
    const submission_id =
      firstId ?? (await buildSubmission(context, { account_id, task, version, ...file })).id;
    if (marks !== null) await buildMark(context, { submission_id, marks, released });
  };
  const second = await buildProject(context, { course_id: portal.course.id });
  const undo = async () => {
    portal.app.clock.advance(1_000);
    const undone = await portal.clients.administrator.post(
      `/api/staff/students/${portal.people.student.email}/undo-selection`,
      { p_id: portal.project.id, reason: 'Too large' },
    );
    expect(undone.status).toBe(201);
    portal.app.clock.advance(1_000);
  };
  const choose = async () => {
    const body = { sp_id: portal.people.student.email, p_id: second.id };
    expect((await portal.clients.student.post('/api/students/selectProject', body)).status).toBe(201);
    // The weeks of the new project are open.
    portal.app.clock.advance(29 * dayMs);
    for (const role of ['student', 'mentor', 'administrator'] as const) await portal.renew(role);
  };
  return { ...portal, second, firstId: first?.id as number, give, undo, choose };
}

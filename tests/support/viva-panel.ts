import { expect } from 'vitest';
import { newPlan } from '#contract/vivas/plan';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from './factories.ts';
import { makeTestApp } from './test-app.ts';

export const panelPlan = '/api/staff/batches/OURS/viva-plan';

/** Ten for each of the six steps, but for what is said. */
export const paperOf = (total: number, more: object = {}) => {
  const most = { introduction: 10, methodology: 20, findings: 20, challenges: 15, qa: 25, conclusion: 10 };
  let left = total;
  const points = Object.entries(most).map(([line, top]) => {
    const given = Math.min(left, top);
    left -= given;
    return { line, points: given };
  });
  return { points, words: '', questions: [], incidents: [], ...more };
};

/** Asha's viva, with a panel of two; the office and a mentor who are not in it. */
export async function makePanel() {
  const app = await makeTestApp({ settings: { academyZone: 'Asia/Kolkata' } });
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const project = await buildProject(app.context, { course_id: batch.course_id });
  const student = await buildStudent(app.context, { batch_id: batch.id, name: 'Asha Nair' });
  await buildSelection(app.context, { account_id: student.id, project_id: project.id });
  const members = [];
  for (const name of ['Kavitha Das', 'Ravi Menon'])
    members.push(await buildMentor(app.context, [batch.id], { name }));
  const [one, two] = members;
  if (one === undefined || two === undefined) throw new Error('two examiners');
  const outside = await app.as(await buildMentor(app.context, [batch.id], { name: 'Devi Iyer' }));
  const office = await app.as(await buildAdministrator(app.context));
  const plannedFor = [one.email, two.email];
  await office.put(panelPlan, {
    ...newPlan,
    days: [{ day: '2026-12-03', from: '10:00', to: '12:00', breaks: [] }],
    rooms: [{ name: 'Room 2', link: null }],
    examiners: plannedFor.map((email) => ({ email, hours: null })),
  });
  const place = (examiners: readonly string[], starts_at = '2026-12-03T10:00') =>
    office.put(`${panelPlan}/students/${student.email}`, { starts_at, room: 'Room 2', examiners });
  expect((await place(plannedFor)).status).toBe(200);
  const of = `/api/staff/vivas/${student.email}`;
  const asExaminer = async (account: typeof one) => {
    const client = await app.as(account);
    return {
      ...account,
      client,
      read: async () => (await client.get(`${of}/hour`)).body,
      give: (body: object, headers = {}) => client.put(`${of}/marks`, body, headers),
      confirm: (body: object, headers = {}) => client.put(`${of}/outcome`, body, headers),
    };
  };
  return {
    ...app,
    batch,
    project,
    student,
    of,
    one: await asExaminer(one),
    two: await asExaminer(two),
    asExaminer,
    outside,
    office,
    place,
    rule: (rule: object) => office.put('/api/staff/batches/OURS/viva-rule', rule),
    hours: async () => (await office.get('/api/staff/batches/OURS/viva-hours')).body,
    marksStored: async () => [
      ...(await app.context.database.reader.selectFrom('marks').select(['marks', 'released']).execute()),
      ...(await app.context.database.reader
        .selectFrom('recorded_marks')
        .select(['marks', 'released'])
        .execute()),
    ],
  };
}

import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import type { PlanView } from '#contract/vivas/plan-calls';
import { buildAdministrator, buildBatch, buildMentor, buildSelection, buildStudent } from './factories.ts';
import { makeTestApp, type Client } from './test-app.ts';

const path = '/api/staff/batches/OURS/viva-plan';
const day = (of: string) => ({ day: of, from: '10:00', to: '12:00', breaks: [] });

/** A batch whose students were told their vivas of 3 December 2026, from 10:00 on, in 20 minutes and 5 of buffer each. */
export async function makeVivaRequests({
  students: count = 2,
  mentors = 1,
  plan = {} as Partial<VivaPlan>,
  now = '2026-11-25T06:00:00.000Z',
} = {}) {
  const app = await makeTestApp({ settings: { academyZone: 'Asia/Kolkata' } });
  app.clock.set(now);
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const students = [];
  for (let index = 0; index < count; index += 1) {
    const name = `Student ${String(index + 1).padStart(2, '0')}`;
    const student = await buildStudent(app.context, { batch_id: batch.id, name });
    await buildSelection(app.context, {
      account_id: student.id,
      started_at: Date.parse('2026-11-01T06:00:00.000Z'),
    });
    students.push({ ...student, client: await app.as(student) });
  }
  const examiners: { id: number; email: string }[] = [];
  for (let index = 0; index < mentors; index += 1)
    examiners.push(
      await buildMentor(app.context, [batch.id], {
        name: `Mentor ${index + 1}`,
        email: `mentor${index + 1}@example.test`,
      }),
    );
  const administrator = await buildAdministrator(app.context);
  const office = await app.as(administrator);
  const settings: VivaPlan = {
    ...newPlan,
    reserve: false,
    days: [day('2026-12-03'), day('2026-12-04')],
    rooms: [{ name: 'Room 2', link: null }],
    examiners: examiners.map(({ email }) => ({ email, hours: null })),
    ...plan,
  };
  await office.put(path, settings);
  await office.post(`${path}/vivas`, { order: 'name' });
  const view = async (of = ''): Promise<PlanView> => (await office.get(`${path}${of}`)).body as PlanView;
  const publish = async () => office.post(`${path}/publish`, (await view()).untold);
  await publish();
  type Student = (typeof students)[number];
  const ask = ({ client, email }: Student, body: object = {}) =>
    client.post(`/api/students/extensionRequest/${email}`, {
      task: 'viva',
      until: '2026-12-03',
      reason: 'My train is late',
      ...body,
    });
  const own = async ({ client, email }: Student) =>
    (await client.get(`/api/students/viva-request/${email}`)).body;
  const pick = ({ client, email }: Student, offer: string | null) =>
    client.put(`/api/students/viva-request/${email}`, { offer });
  const withdraw = ({ client, email }: Student) =>
    client.post(`/api/students/viva-request/${email}/withdraw`);
  const timeOf = async ({ client, email }: Student) =>
    (await client.get(`/api/students/viva-time/${email}`)).body.time;
  // A session of the office ends sooner than a test's days.
  const officeNow = () => app.as(administrator);
  const asked = async () =>
    (await (await officeNow()).get('/api/staff/batches/OURS/extension-requests')).body;
  const answer = async ({ email }: Student, id: string, body: object, by?: Client) =>
    (by ?? (await officeNow())).put(`/api/staff/students/${email}/extension-requests/${id}`, body);
  const move = async ({ email }: Student, starts_at: string) =>
    (await officeNow()).put(`${path}/students/${email}`, {
      starts_at,
      room: 'Room 2',
      examiners: [examiners[0]?.email ?? ''],
    });
  const acts = { ask, own, pick, withdraw, timeOf, asked, answer, move, publish, view };
  const [first, second] = students;
  if (first === undefined || second === undefined) throw new Error('two students');
  return {
    ...app,
    ...acts,
    batch,
    students,
    first,
    second,
    examiners,
    administrator,
    office,
    settings,
    path,
  };
}

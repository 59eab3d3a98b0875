import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import type { VivaDay } from '#contract/vivas/day-calls';
import {
  buildAdministrator,
  buildBatch,
  buildExaminer,
  buildMentor,
  buildSelection,
  buildStudent,
} from './factories.ts';
import { makeTestApp } from './test-app.ts';

export const vivaDay = '2026-12-03';
/** In Asia/Kolkata, of the day. */
export const at = (clock: string): number => Date.parse(`${vivaDay}T${clock}:00+05:30`);

/** Three students from 10:00, 20 minutes and 5 between, told; Anjali mentors the batch, Ravi is in the panel. */
export async function makeVivaDay() {
  const app = await makeTestApp({ settings: { academyZone: 'Asia/Kolkata' } });
  app.clock.set(at('08:00'));
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const students = [];
  for (const name of ['Asha', 'Binu', 'Chitra']) {
    const student = await buildStudent(context, { batch_id: batch.id, name });
    await buildSelection(context, { account_id: student.id });
    students.push({ ...student, client: await app.as(student) });
  }
  const mentor = await app.as(await buildMentor(context, [batch.id], { name: 'Anjali' }));
  const administrator = await buildAdministrator(context);
  const office = await app.as(administrator);
  const examiner = await buildExaminer(context, administrator.id, {
    name: 'Ravi',
    email: 'ravi@example.test',
  });
  const plan: VivaPlan = {
    ...newPlan,
    reserve: false,
    days: [{ day: vivaDay, from: '10:00', to: '12:00', breaks: [] }],
    rooms: [{ name: 'Room 2', link: null }],
    examiners: [{ email: examiner.email, hours: null }],
  };
  const planPath = '/api/staff/batches/OURS/viva-plan';
  await office.put(planPath, plan);
  await office.post(`${planPath}/vivas`, { order: 'name' });
  const publish = async () => office.post(`${planPath}/publish`, (await office.get(planPath)).body.untold);
  await publish();
  const url = '/api/staff/batches/OURS/viva-day';
  const [asha, binu, chitra] = students;
  if (asha === undefined || binu === undefined || chitra === undefined) throw new Error('three students');
  const read = async (client = mentor): Promise<VivaDay> => (await client.get(url)).body;
  const room = (await read()).rooms[0]?.id ?? '';
  const startOf = async ({ email }: { email: string }) =>
    (await read(office)).vivas.find(({ student }) => student.s_id === email)?.starts_at ?? '';
  const attend = async (of: { email: string }, body: object, client = mentor) =>
    client.put(`${url}/students/${of.email}`, { starts_at: await startOf(of), ...body });
  const undo = (of: { email: string }, body: object = {}, client = mentor) =>
    client.delete(`${url}/students/${of.email}`, {}, body);
  const delay = (body: object, client = mentor) => client.put(`${url}/${vivaDay}/rooms/${room}/delay`, body);
  return {
    ...app,
    url,
    plan,
    planPath,
    publish,
    batch,
    mentor,
    office,
    examiner: { ...examiner, client: await app.as(examiner) },
    asha,
    binu,
    chitra,
    room,
    read,
    attend,
    undo,
    delay,
  };
}

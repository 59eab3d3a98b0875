import { dayMs } from '#contract/durations';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import type { PageBuild } from '#server/frame/page-build';
import type { Settings } from '#server/platform/settings/settings';
import { buildAdministrator, buildBatch, buildSelection, buildStudent } from './factories.ts';
import { makeTestApp } from './test-app.ts';

export const planPath = '/api/staff/batches/OURS/viva-plan';
const day = (of: string) => ({ day: of, from: '10:00', to: '12:00', breaks: [] });

/** Two students of `OURS` who have times that nobody has told them: 10:00 and 10:25 on 3 December, in the academy's zone. */
export async function makeVivaOffice(
  now?: string,
  settings: Partial<Settings> = {},
  pages: PageBuild | null = null,
) {
  const app = await makeTestApp({
    settings: { academyZone: 'Asia/Kolkata', ...settings },
    app: { pages },
  });
  if (now !== undefined) app.clock.set(now);
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const students = [];
  for (const name of ['Asha Nair', 'Ravi Kumar']) {
    const student = await buildStudent(app.context, { batch_id: batch.id, name });
    await buildSelection(app.context, { account_id: student.id });
    students.push({ ...student, client: await app.as(student) });
  }
  const administrator = await buildAdministrator(app.context);
  let office = await app.as(administrator);
  const plan: VivaPlan = {
    ...newPlan,
    days: [day('2026-12-03')],
    rooms: [{ name: 'Room 2', link: null }],
    examiners: [{ email: administrator.email, hours: null }],
  };
  await office.put(planPath, plan);
  await office.post(`${planPath}/vivas`, { order: 'name' });
  const [asha, ravi] = students;
  if (asha === undefined || ravi === undefined) throw new Error('two students');
  const publish = async () => {
    const { untold } = (await office.get(planPath)).body;
    return office.post(`${planPath}/publish`, untold);
  };
  const timeOf = async ({ client, email }: typeof asha) =>
    (await client.get(`/api/students/viva-time/${email}`)).body.time;
  const noticesOf = async ({ client }: typeof asha): Promise<string[]> =>
    (await client.get('/api/notices')).body.notices.map(({ text }: { text: string }) => text);
  const move = (of: typeof asha, starts_at: string) =>
    office.put(`${planPath}/students/${of.email}`, {
      starts_at,
      room: 'Room 2',
      examiners: [administrator.email],
    });
  const remove = (of: typeof asha) => office.delete(`${planPath}/students/${of.email}`, {}, {});
  /** Logins have ended. */
  const nextDay = async () => {
    app.clock.advance(dayMs);
    office = await app.as(administrator);
    for (const student of [asha, ravi]) student.client = await app.as(student);
  };
  const asOffice = () => office;
  return {
    ...app,
    asOffice,
    remove,
    nextDay,
    batch,
    administrator,
    office,
    asha,
    ravi,
    publish,
    timeOf,
    noticesOf,
    move,
  };
}

import { buildAdministrator, buildBatch, buildCourse } from './factories.ts';
import { makeTestApp } from './test-app.ts';

/** An office that takes people in from spreadsheets, with a course, two batches of two courses, and the calls of an import. */
export async function makeImportDesk(options: Parameters<typeof makeTestApp>[0] = {}) {
  const app = await makeTestApp(options);
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { name: 'MERN-2026-11', course_id: course.id });
  const other = await buildBatch(context, { name: 'DSA-2026-10' });
  const administrator = await buildAdministrator(context);
  const office = await app.as(administrator);
  const upload = (bytes: Buffer | string, name = 'people.csv') =>
    office.form('/api/staff/intakes', [['file', { name, bytes }]]);
  const check = (id: string, columns: unknown) => office.put(`/api/staff/intakes/${id}/columns`, { columns });
  const rowsOf = async (id: string, query = '') =>
    (await office.get(`/api/staff/intakes/${id}/rows${query}`)).body;
  const importIt = (id: string, body: object = { changes: null }, key = 'k') =>
    office.post(`/api/staff/intakes/${id}/import`, body, { 'idempotency-key': key });
  const imported = (email: string) =>
    context.database.reader
      .selectFrom('imported_people')
      .where('email', '=', email)
      .selectAll()
      .executeTakeFirst();
  return {
    app,
    context,
    course,
    batch,
    other,
    administrator,
    office,
    upload,
    check,
    rowsOf,
    importIt,
    imported,
  };
}

import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildExaminer,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
  buildViva,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

const blank = { methodology: [], challenges: [], conclusion: [], samples: ['A sample?'], bring: 'A pen.' };

test('the panel reads the questions of the student’s project by step, and nobody else does', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id });
  const office = await buildAdministrator(context);
  const mentor = await buildMentor(context, [batch.id]);
  const [examiner, foreign] = [
    await buildExaminer(context, office.id),
    await buildExaminer(context, office.id),
  ];
  const [asked, other] = [
    await buildProject(context, { course_id: course.id }),
    await buildProject(context, { course_id: course.id }),
  ];
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, project_id: asked.id });
  const viva = await buildViva(context, { batch_id: batch.id, account_id: student.id, panel: [examiner.id] });
  const asOffice = await app.as(office);
  const fill = (id: string, body: object) => asOffice.put(`/api/staff/projects/${id}/viva-questions`, body);
  expect(
    (
      await fill(asked.id, {
        ...blank,
        qa: ['What does `await` do?', 'Why?'],
        introduction: ['Who is it for?'],
        findings: ['Show *it*.'],
      })
    ).status,
  ).toBe(200);
  await fill(other.id, { ...blank, qa: ['Of another project?'], introduction: [], findings: [] });

  const url = `/api/staff/vivas/${student.email}/questions`;
  const asExaminer = await app.as(examiner);
  const { status, body } = await asExaminer.get(url);
  expect([status, body.map(({ step, text }: { step: string; text: string }) => [step, text])]).toEqual([
    200,
    [
      ['introduction', 'Who is it for?'],
      ['findings', 'Show *it*.'],
      ['qa', 'What does `await` do?'],
      ['qa', 'Why?'],
    ],
  ]);
  expect(body[1].html).toContain('<em>it</em>');
  expect(body[3].html).toBeNull();

  for (const account of [foreign, office, mentor, student])
    expect((await (await app.as(account)).get(url)).status, account.email).toBe(403);
  expect((await asExaminer.get(`/api/staff/projects/${asked.id}/viva-questions`)).status).toBe(403);
  await context.database.transaction((writer) =>
    writer.deleteFrom('viva_panels').where('slot_id', '=', viva.id).execute(),
  );
  expect((await asExaminer.get(url)).status).toBe(403);
});

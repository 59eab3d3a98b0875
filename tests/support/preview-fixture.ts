import { buildMentor } from './factories.ts';
import { file, makeStudentFixture, week, type StudentFixture } from './student-fixture.ts';
import type { Answer, Client } from './test-app.ts';

/** A portal with a student's files, and their mentor, who looks at them. */
export type PreviewFixture = StudentFixture & {
  mentor: { id: number };
  reader: Client;
  /** Hands a file in. @returns its id */
  submit(bytes: string | Buffer, name: string): Promise<string>;
  /** Opens a file's preview as the frame of a page does. @returns its document, and the folder of its addresses */
  open(id: string): Promise<Answer & { folder: string }>;
};

export async function makePreviewFixture(
  made: StudentFixture | Promise<StudentFixture> = makeStudentFixture(8),
): Promise<PreviewFixture> {
  const fixture = await made;
  const mentor = await buildMentor(fixture.context, [fixture.student.batch_id as number]);
  const reader = await fixture.as(mentor);
  return {
    ...fixture,
    mentor,
    reader,
    async submit(bytes, name) {
      const { status, body } = await fixture.client.form(fixture.url('uploadWeek'), [
        week('1'),
        file(bytes, name),
      ]);
      if (status !== 201) throw new Error(`The submission was answered ${status}`);
      return body.receipt.file.id as string;
    },
    async open(id) {
      const entrance = await reader.get(`/previews/files/${id}`);
      if (entrance.status !== 303) throw new Error(`The preview was answered ${entrance.status}`);
      const folder = String(entrance.headers.location);
      // A document of no origin has no cookies to send.
      return { ...(await fixture.nobody.get(folder)), folder };
    },
  };
}

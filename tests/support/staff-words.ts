import type { Fixture } from './access-table.ts';
import { buildSubmission } from './factories.ts';
import type { Answer } from './test-app.ts';

/** In all that is for staff alone, and in nothing else: numbers that nobody gives, and a word that nobody writes. */
export const staffWords = /canary-7f3a|73\.125|61\.375/;

/** In what the student and the staff may read, and no other student. */
export const ownWords = /canary-own-2b9d/;

const released = { marks: 70, comments: 'Fair.', released: true };

function expectTaken({ status, body }: Answer): void {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

/**
 * Plants words of staff about the fixture's student wherever staff can write some: a note; marks that are held back, for a first
 * version and for one after a released mark; the words of a mark before they were changed; a mark that was released and taken
 * back. And words that only this student may read: a second look, asked for and answered.
 */
export async function plantStaffWords({ app, clients, emails, submission }: Fixture): Promise<void> {
  const { mentor, student } = clients;
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.student)
    .select('id')
    .executeTakeFirstOrThrow();
  const mark = async (number: string, body: object) =>
    expectTaken(await mentor.put(`/api/staff/submissions/${number}/mark`, body));
  const handIn = async (task: 'week-2' | 'week-3' | 'week-4', version = 1) =>
    (await buildSubmission(app.context, { account_id: id, task, version })).number;
  const held = (what: string) => ({ marks: 73.125, comments: `canary-7f3a ${what}`, released: false });

  expectTaken(await mentor.post(`/api/staff/students/${emails.student}/notes`, { text: 'canary-7f3a note' }));
  await mark(await handIn('week-2'), held('held back'));
  await mark(await handIn('week-3'), released);
  await mark(await handIn('week-3', 2), held('for a version after the released one'));
  const takenBack = await handIn('week-4');
  await mark(takenBack, { marks: 61.375, comments: 'canary-7f3a taken back', released: true });
  await mark(takenBack, { marks: 61.375, comments: 'canary-7f3a taken back', released: false });
  // What was written first was changed before anybody but staff saw it.
  await mark(submission, held('before it was changed'));
  await mark(submission, released);
  expectTaken(
    await student.post(`/api/students/secondLook/${emails.student}`, {
      task: 'week-1',
      version: 1,
      reason: 'canary-own-2b9d asked',
    }),
  );
  expectTaken(
    await mentor.put(`/api/staff/submissions/${submission}/second-look`, {
      answer: 'canary-own-2b9d answered',
    }),
  );
}

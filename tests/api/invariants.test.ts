import { expect, test } from 'vitest';
import {
  buildAnnouncement,
  buildAdministrator,
  buildBatch,
  buildComment,
  buildCourse,
  buildLineComment,
  buildMark,
  buildMentor,
  buildProject,
  buildQuestion,
  buildResultRule,
  buildRecord,
  buildRubricLine,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import type { AppContext } from '#server/platform/context';
import { recordAuditEvent } from '#server/audit/record-audit-event';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';
import { receiptKeys, rotateReceiptKey } from '#server/submissions/receipts/receipt-key';
import { makeTestContext } from '#support/test-app';

/** What the database itself refuses: each line fails when its key, check or trigger is taken away. */
type Attempt = (context: AppContext) => Promise<unknown>;

const at = 1;
const linkIdentity: (context: AppContext, account: { id: number }, subject: string) => Promise<unknown> = (
  { database },
  { id },
  subject,
) =>
  database.transaction((w) =>
    w
      .insertInto('external_identities')
      .values({ issuer: 'https://id.example.test', subject, account_id: id, linked_at: at })
      .execute(),
  );

async function buildReview(context: AppContext) {
  const { id: account_id } = await buildStudent(context);
  const { id: submission_id } = await buildSubmission(context, { account_id });
  await buildMark(context, { submission_id });
  const look = { submission_id, account_id, task: 'week-1', reason: 'Why?', asked_at: at } as const;
  await context.database.transaction((w) => w.insertInto('second_looks').values(look).execute());
  return look;
}

async function buildReviewComment(context: AppContext) {
  const { submission_id, account_id } = await buildReview(context);
  const { id: written_by } = await buildMentor(context);
  const comment = {
    submission_id,
    account_id,
    comment: 'So.',
    to_office: 0,
    written_by,
    written_at: at,
  } as const;
  await context.database.transaction((w) => w.insertInto('second_look_comments').values(comment).execute());
}

async function buildAnswer(context: AppContext) {
  const { submission_id } = await buildReview(context);
  const { id: answered_by } = await buildMentor(context);
  const answer = { submission_id, answer: 'So.', answered_by, answered_at: at };
  await context.database.transaction((w) => w.insertInto('second_look_answers').values(answer).execute());
  return answer;
}

async function buildRecordReview(context: AppContext) {
  const { id: account_id } = await buildStudent(context);
  const { id: record_id } = await buildRecord(context, { account_id });
  const request = { record_id, account_id, task: 'week-1', reason: 'Why?', asked_at: at } as const;
  await context.database.transaction((w) => w.insertInto('recorded_mark_reviews').values(request).execute());
  const { id: answered_by } = await buildMentor(context);
  const answer = { answer: 'So.', answered_by, answered_at: at };
  const { database } = context;
  return {
    record_id,
    account_id,
    answered_by,
    request,
    change: (values: object) =>
      database.transaction((w) => w.updateTable('recorded_mark_reviews').set(values).execute()),
    answer,
  };
}

const file = { file_id: 'f', file_name: 'a.txt', file_bytes: 1, file_sha256: 'a'.repeat(64) };

type Selection = { account_id: number; project_id: string; started_at: number };
const formerSelection = ({ account_id, project_id, started_at }: Selection, ended_by: number) => ({
  account_id,
  project_id,
  started_at,
  chosen_at: started_at,
  ended_at: started_at,
  ended_as: 'undone' as const,
  reason: 'Wrong project.',
  ended_by,
});

/** A student whose choice was undone. */
async function endSelection(context: Parameters<Attempt>[0]) {
  const { id: account_id } = await buildStudent(context);
  const { id, ...selection } = await buildSelection(context, { account_id });
  const { id: actor } = await buildAdministrator(context);
  await context.database.transaction(async (w) => {
    const row = { ...formerSelection(selection, actor), selection_id: id };
    await w.insertInto('former_selections').values(row).execute();
    await w.deleteFrom('selections').where('id', '=', id).execute();
  });
  return { account_id };
}

async function extend(context: Parameters<Attempt>[0], reason = 'Was ill.') {
  const { id: account_id } = await buildStudent(context);
  const { id: granted_by } = await buildAdministrator(context);
  const row = {
    account_id,
    task: 'week-1',
    due_at: 2,
    due_before: 1,
    reason,
    granted_by,
    granted_at: 1,
  } as const;
  await context.database.transaction((w) => w.insertInto('extensions').values(row).execute());
}

const wanted = { task: 'week-1', wanted_until: 2, reason: 'Ill.', asked_at: 1 } as const;

async function askForTime(context: Parameters<Attempt>[0]) {
  const { id: account_id } = await buildStudent(context);
  await context.database.transaction((w) =>
    w
      .insertInto('extension_requests')
      .values({ ...wanted, account_id })
      .execute(),
  );
  return account_id;
}

async function answerRequest(context: Parameters<Attempt>[0], words: string) {
  const answered_by = (await buildAdministrator(context)).id;
  await context.database.transaction((w) =>
    w.updateTable('extension_requests').set({ answered_at: 3, answered_by, words }).execute(),
  );
}

async function buildHold(context: AppContext, of: { person?: boolean; batch?: boolean }, times = 1) {
  const student = await buildStudent(context);
  const { id: set_by } = await buildAdministrator(context);
  const row = {
    account_id: of.person === true ? student.id : null,
    batch_id: of.batch === true ? student.batch_id : null,
    reason: 'A complaint',
    set_by,
    set_at: at,
  };
  for (let count = 0; count < times; count += 1)
    await context.database.transaction((w) => w.insertInto('retention_holds').values(row).execute());
}

const keepFor = ({ database }: AppContext, row: object) =>
  database.transaction((w) =>
    w
      .insertInto('retention')
      .values({ id: 1, years: 3, observed_ms: 0, looked_at: null, planned_at: null, ...row })
      .execute(),
  );

async function planRemoval(context: AppContext, row: object) {
  const { id: account_id } = await buildStudent(context);
  const plan = { account_id, batch_id: 1, years: 3, ended_at: 1, office_at: 1, office_observed_ms: 0 };
  await context.database.transaction((w) =>
    w
      .insertInto('retention_plans')
      .values({ ...plan, person_at: null, person_observed_ms: null, ...row })
      .execute(),
  );
}

const refused: Record<string, Attempt> = {
  'a hold on nothing': (context) => buildHold(context, {}),
  'a hold on a person and a batch at once': (context) => buildHold(context, { person: true, batch: true }),
  'a second hold on a person': (context) => buildHold(context, { person: true }, 2),
  'a second hold on a batch': (context) => buildHold(context, { batch: true }, 2),
  'personal data that is kept for no year': (context) => keepFor(context, { years: 0 }),
  'personal data that is kept for more than twenty years': (context) => keepFor(context, { years: 21 }),
  'a second rule about how long data is kept': (context) => keepFor(context, { id: 2 }),
  'a person who is told of a removal without its time': (context) => planRemoval(context, { person_at: 2 }),
  'a second selection of a student': async (context) => {
    const { id } = await buildStudent(context);
    await buildSelection(context, { account_id: id });
    await buildSelection(context, { account_id: id });
  },
  'changing a selection': async ({ database, ...context }) => {
    const { id } = await buildSelection(
      { database, ...context },
      { account_id: (await buildStudent({ database, ...context })).id },
    );
    await database.transaction((w) =>
      w.updateTable('selections').set({ started_at: 5 }).where('id', '=', id).execute(),
    );
  },
  'removing a selection': async ({ database, ...context }) => {
    const { id } = await buildSelection(
      { database, ...context },
      { account_id: (await buildStudent({ database, ...context })).id },
    );
    await database.transaction((w) => w.deleteFrom('selections').where('id', '=', id).execute());
  },
  'taking away a selection that no former one tells of': async (context) => {
    const { id: account_id } = await buildStudent(context);
    const { id, ...selection } = await buildSelection(context, { account_id });
    const { id: actor } = await buildAdministrator(context);
    await context.database.transaction(async (w) => {
      await w
        .insertInto('former_selections')
        .values({
          ...formerSelection(selection, actor),
          selection_id: id,
          started_at: selection.started_at + 1,
        })
        .execute();
      await w.deleteFrom('selections').where('id', '=', id).execute();
    });
  },
  'ending a selection twice': async (context) => {
    const { id: account_id } = await buildStudent(context);
    const { id, ...selection } = await buildSelection(context, { account_id });
    const { id: actor } = await buildAdministrator(context);
    const row = { ...formerSelection(selection, actor), selection_id: id };
    await context.database.transaction((w) => w.insertInto('former_selections').values([row, row]).execute());
  },
  'changing a former selection': async (context) => {
    await endSelection(context);
    await context.database.transaction((w) =>
      w.updateTable('former_selections').set({ started_at: 5 }).execute(),
    );
  },
  'removing a former selection': async (context) => {
    await endSelection(context);
    await context.database.transaction((w) => w.deleteFrom('former_selections').execute());
  },
  'a second selection beside one that stands since the first was undone': async (context) => {
    const { account_id } = await endSelection(context);
    await buildSelection(context, { account_id });
    await buildSelection(context, { account_id });
  },
  'changing an extension': async (context) => {
    await extend(context);
    await context.database.transaction((w) => w.updateTable('extensions').set({ due_at: 5 }).execute());
  },
  'removing an extension': async (context) => {
    await extend(context);
    await context.database.transaction((w) => w.deleteFrom('extensions').execute());
  },
  'an extension without a reason': async (context) => {
    await extend(context, '');
  },
  'two open extension requests for one task': async (context) => {
    const account_id = await askForTime(context);
    await context.database.transaction((w) =>
      w
        .insertInto('extension_requests')
        .values({ ...wanted, account_id })
        .execute(),
    );
  },
  'changing an extension request': async (context) => {
    await askForTime(context);
    await context.database.transaction((w) =>
      w.updateTable('extension_requests').set({ reason: 'x' }).execute(),
    );
  },
  'removing an extension request': async (context) => {
    await askForTime(context);
    await context.database.transaction((w) => w.deleteFrom('extension_requests').execute());
  },
  'two answers to one extension request': async (context) => {
    await askForTime(context);
    await answerRequest(context, 'No.');
    await answerRequest(context, 'Yes.');
  },
  'an answer to an extension request by nobody': async (context) => {
    await askForTime(context);
    await context.database.transaction((w) =>
      w.updateTable('extension_requests').set({ answered_at: 3 }).execute(),
    );
  },
  'two extensions of a student that nobody granted': async (context) => {
    const account_id = await askForTime(context);
    const atOnce = { answered_at: 3, granted_until: 2 };
    const answer = () =>
      context.database.transaction((w) =>
        w.updateTable('extension_requests').set(atOnce).where('answered_at', 'is', null).execute(),
      );
    await answer();
    await context.database.transaction((w) =>
      w
        .insertInto('extension_requests')
        .values({ ...wanted, account_id })
        .execute(),
    );
    await answer();
  },
  'the same version of a task twice': async (context) => {
    const { id } = await buildStudent(context);
    await buildSubmission(context, { account_id: id });
    await buildSubmission(context, { account_id: id });
  },
  'the same receipt number twice': async (context) => {
    const { id } = await buildStudent(context);
    await buildSubmission(context, { account_id: id, number: 'N' });
    await buildSubmission(context, { account_id: id, number: 'N', version: 2 });
  },
  'the same idempotency key twice': async (context) => {
    const { id } = await buildStudent(context);
    await buildSubmission(context, { account_id: id, idempotency_key: 'k' });
    await buildSubmission(context, { account_id: id, idempotency_key: 'k', version: 2 });
  },
  "the same idempotency key for two of an account's questions": async (context) => {
    const { id } = await buildStudent(context);
    const row = { account_id: id, idempotency_key: 'k', content_sha256: '', created_at: 0 };
    const insert = (made_id: number) =>
      context.database.transaction((writer) =>
        writer
          .insertInto('idempotency_keys')
          .values({ ...row, kind: 'question', made_id })
          .execute(),
      );
    await insert(1);
    await insert(2);
  },
  'the same file id twice': async (context) => {
    const { id } = await buildStudent(context);
    await buildSubmission(context, { account_id: id, ...file });
    await buildSubmission(context, { account_id: id, ...file, version: 2 });
  },
  'a submission of an unknown task': async (context) => {
    await buildSubmission(context, {
      account_id: (await buildStudent(context)).id,
      task: 'week-5' as 'week-4',
    });
  },
  'a submission of nothing': async (context) => {
    await buildSubmission(context, { account_id: (await buildStudent(context)).id, links: '' });
  },
  'a file without its hash': async (context) => {
    await buildSubmission(context, {
      account_id: (await buildStudent(context)).id,
      ...file,
      file_sha256: null,
    });
  },
  'a file of zero bytes': async (context) => {
    await buildSubmission(context, { account_id: (await buildStudent(context)).id, ...file, file_bytes: 0 });
  },
  'a submission of nobody': (context) => buildSubmission(context, { account_id: 4711 }),
  'changing a submission': async (context) => {
    const { id } = await buildSubmission(context, { account_id: (await buildStudent(context)).id });
    await context.database.transaction((w) =>
      w.updateTable('submissions').set({ links: 'x' }).where('id', '=', id).execute(),
    );
  },
  'removing a submission': async (context) => {
    const { id } = await buildSubmission(context, { account_id: (await buildStudent(context)).id });
    await context.database.transaction((w) => w.deleteFrom('submissions').where('id', '=', id).execute());
  },
  'changing a line of a rubric': async (context) => {
    const { id } = await buildRubricLine(context, { project_id: (await buildProject(context)).id });
    await context.database.transaction((w) =>
      w.updateTable('rubric_lines').set({ points: 5 }).where('id', '=', id).execute(),
    );
  },
  'removing a line of a rubric': async (context) => {
    const { id, project_id } = await buildRubricLine(context, {
      project_id: (await buildProject(context)).id,
    });
    await buildSelection(context, { account_id: (await buildStudent(context)).id, project_id });
    await context.database.transaction(async (w) => {
      await w.deleteFrom('rubric_places').where('project_id', '=', project_id).execute();
      await w.deleteFrom('rubric_lines').where('id', '=', id).execute();
    });
  },
  'two phrases of one name': async (context) => {
    const { id } = await buildMentor(context);
    const add = () =>
      context.database.transaction((w) =>
        w.insertInto('staff_phrases').values({ account_id: id, name: 'tests', text: 'Test it.' }).execute(),
      );
    await add();
    await add();
  },
  'two shared phrases of one name': async (context) => {
    const { id: batch_id } = await buildBatch(context);
    const shared = { name: 'tests', text: 'Test it.', changed_by: null, changed_at: 1, project_id: null };
    const add = () =>
      context.database.transaction((w) =>
        w
          .insertInto('shared_phrases')
          .values({ ...shared, batch_id })
          .execute(),
      );
    await add();
    await add();
  },
  'a shared phrase of no place': async (context) => {
    await context.database.transaction((w) =>
      w
        .insertInto('shared_phrases')
        .values({ name: 'a', text: 'A', changed_by: null, changed_at: 1, batch_id: null, project_id: null })
        .execute(),
    );
  },
  'a student who is assigned to a mentor of another batch': async (context) => {
    const { id: account_id, batch_id } = await buildStudent(context);
    const { id: mentor_id } = await buildMentor(context, [(await buildBatch(context)).id]);
    await context.database.transaction((w) =>
      w
        .insertInto('marking_shares')
        .values({ account_id, batch_id: batch_id as number, mentor_id })
        .execute(),
    );
  },
  'marks above 100': async (context) => {
    const { id } = await buildSubmission(context, { account_id: (await buildStudent(context)).id });
    await buildMark(context, { submission_id: id, marks: 100.5 });
  },
  'two marks of one version': async (context) => {
    const { id } = await buildSubmission(context, { account_id: (await buildStudent(context)).id });
    await buildMark(context, { submission_id: id });
    await buildMark(context, { submission_id: id });
  },
  'a second look at one mark twice': async (context) => {
    const look = await buildReview(context);
    await context.database.transaction((w) => w.insertInto('second_looks').values(look).execute());
  },
  'changing a second look': async (context) => {
    await buildReview(context);
    await context.database.transaction((w) => w.updateTable('second_looks').set({ reason: 'x' }).execute());
  },
  'removing a second look': async (context) => {
    await buildReview(context);
    await context.database.transaction((w) => w.deleteFrom('second_looks').execute());
  },
  'changing the answer to a second look': async (context) => {
    await buildAnswer(context);
    await context.database.transaction((w) =>
      w.updateTable('second_look_answers').set({ answer: 'x' }).execute(),
    );
  },
  'removing the answer to a second look': async (context) => {
    await buildAnswer(context);
    await context.database.transaction((w) => w.deleteFrom('second_look_answers').execute());
  },
  'two answers to one second look': async (context) => {
    const answer = await buildAnswer(context);
    await context.database.transaction((w) => w.insertInto('second_look_answers').values(answer).execute());
  },
  'changing a comment on a second look': async (context) => {
    await buildReviewComment(context);
    await context.database.transaction((w) =>
      w.updateTable('second_look_comments').set({ comment: 'x' }).execute(),
    );
  },
  'removing a comment on a second look': async (context) => {
    await buildReviewComment(context);
    await context.database.transaction((w) => w.deleteFrom('second_look_comments').execute());
  },
  'a comment at line 0': async (context) => void (await buildLineComment(context, { line: 0 })),
  'a comment at a line without words': async (context) =>
    void (await buildLineComment(context, { text: '' })),
  'moving a comment to another line': async (context) => {
    await buildLineComment(context);
    await context.database.transaction((w) => w.updateTable('line_comments').set({ line: 2 }).execute());
  },
  'moving a comment to another version': async (context) => {
    const { account_id } = await buildLineComment(context);
    const { id } = await buildSubmission(context, { account_id, version: 2 });
    await context.database.transaction((w) =>
      w.updateTable('line_comments').set({ submission_id: id }).execute(),
    );
  },
  'two records of one student, task and choice': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id });
    await buildRecord(context, { account_id });
  },
  'a record of an unknown status': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, status: 'lost' as 'absent' });
  },
  'a record that marks without a number': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, status: 'marked', marks: null });
  },
  'a record above 100': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, status: 'marked', marks: 100.5 });
  },
  'marks for an absence': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, status: 'absent', marks: 1 });
  },
  'marks for what is excused': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, status: 'excused', marks: 0 });
  },
  'removing a released record': async (context) => {
    await buildRecord(context, { account_id: (await buildStudent(context)).id });
    await context.database.transaction((w) => w.deleteFrom('recorded_marks').execute());
  },
  'removing a record that was under review': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await buildRecord(context, { account_id, released: 0, second_look_at: at });
    await context.database.transaction((w) => w.deleteFrom('recorded_marks').execute());
  },
  'two review requests for one record': async (context) => {
    const { request } = await buildRecordReview(context);
    await context.database.transaction((w) =>
      w.insertInto('recorded_mark_reviews').values(request).execute(),
    );
  },
  'changing the reason of a review request for a record': async (context) => {
    await (await buildRecordReview(context)).change({ reason: 'x' });
  },
  'an answer to a review of a record without its author': async (context) => {
    await (await buildRecordReview(context)).change({ answer: 'x', answered_at: at });
  },
  'changing the reason with the answer to a review of a record': async (context) => {
    const { change, answer } = await buildRecordReview(context);
    await change({ ...answer, reason: 'x' });
  },
  'changing the answer to a review of a record': async (context) => {
    const { change, answer } = await buildRecordReview(context);
    await change(answer);
    await change({ ...answer, answer: 'x' });
  },
  'removing a review of a record': async (context) => {
    await buildRecordReview(context);
    await context.database.transaction((w) => w.deleteFrom('recorded_mark_reviews').execute());
  },
  'removing a comment on a review of a record': async (context) => {
    const { record_id, account_id, answered_by: written_by } = await buildRecordReview(context);
    const comment = {
      record_id,
      account_id,
      comment: 'So.',
      to_office: 0,
      written_by,
      written_at: at,
    } as const;
    await context.database.transaction(async (w) => {
      await w.insertInto('recorded_mark_review_comments').values(comment).execute();
      await w.deleteFrom('recorded_mark_review_comments').execute();
    });
  },
  'two accounts of one address': async (context) => {
    await buildStudent(context, { email: 'a@example.test' });
    await buildStudent(context, { email: 'a@example.test' });
  },
  'an address in capitals': (context) => buildStudent(context, { email: 'A@example.test' }),
  'an unknown role': (context) => buildStudent(context, { role: 'owner' as 'student' }),
  'two batches of one name but for case and spaces': async (context) => {
    await buildBatch(context, { name: 'MERN 1' });
    await buildBatch(context, { name: 'mern1' });
  },
  'two default batches': async (context) => {
    await buildBatch(context, { is_default: 1 });
    await buildBatch(context, { is_default: 1 });
  },
  'a changed version of a result rule': async (context) => {
    const { batch_id } = await buildResultRule(context);
    await context.database.transaction((w) =>
      w.updateTable('result_rules').set({ rule: '{}' }).where('batch_id', '=', batch_id).execute(),
    );
  },
  'a removed version of a result rule': async (context) => {
    await buildResultRule(context);
    await context.database.transaction((w) => w.deleteFrom('result_rules').execute());
  },
  'one version of a result rule twice': async (context) => {
    const { batch_id } = await buildResultRule(context);
    await buildResultRule(context, { batch_id });
  },
  'the same course name twice': async (context) => {
    await buildCourse(context, { name: 'One course' });
    await buildCourse(context, { name: 'One course' });
  },
  "a mentor's name twice in a batch": async (context) => {
    const batch = await buildBatch(context);
    await buildMentor(context, [batch.id], { name: 'Asha' });
    await buildMentor(context, [batch.id], { name: 'Asha' });
  },
  'a mentor twice in a batch': async (context) => {
    const batch = await buildBatch(context);
    const { id, name } = await buildMentor(context, [batch.id]);
    await context.database.transaction((w) =>
      w
        .insertInto('batch_mentors')
        .values({ batch_id: batch.id, name: `${name} again`, account_id: id })
        .execute(),
    );
  },
  'the same project id twice': async (context) => {
    await buildProject(context, { id: 'P900' });
    await buildProject(context, { id: 'P900' });
  },
  'removing a question': async (context) => {
    const student = await buildStudent(context);
    const { id } = await buildQuestion(context, {
      author_id: student.id,
      batch_id: student.batch_id as number,
    });
    await context.database.transaction((w) => w.deleteFrom('questions').where('id', '=', id).execute());
  },
  'removing a comment': async (context) => {
    const student = await buildStudent(context);
    const { id } = await buildQuestion(context, {
      author_id: student.id,
      batch_id: student.batch_id as number,
    });
    await buildComment(context, { author_id: student.id, question_id: id });
    await context.database.transaction((w) => w.deleteFrom('comments').execute());
  },
  'a second key for receipts': async (context) => {
    await receiptKeys(context);
    await context.database.transaction((w) =>
      w.insertInto('receipt_key').values({ id: 2, public_key: 'a', private_key: 'b', made_at: at }).execute(),
    );
  },
  'changing the key for receipts': async (context) => {
    await receiptKeys(context);
    await context.database.transaction((w) => w.updateTable('receipt_key').set({ made_at: at }).execute());
  },
  'changing the public half of a key for receipts': async (context) => {
    await receiptKeys(context);
    await context.database.transaction((w) =>
      w.updateTable('receipt_keys').set({ public_key: 'a' }).execute(),
    );
  },
  'removing the public half of a key for receipts': async (context) => {
    await rotateReceiptKey(context);
    await context.database.transaction((w) => w.deleteFrom('receipt_keys').execute());
  },
  'two private halves of one key for receipts': async (context) => {
    const { publicKey: public_key } = await receiptKeys(context);
    await context.database.transaction((w) =>
      w.insertInto('receipt_private_keys').values({ public_key, private_key: 'b', is_sealed: 0 }).execute(),
    );
  },
  'removing the key for receipts': async (context) => {
    await receiptKeys(context);
    await context.database.transaction((w) => w.deleteFrom('receipt_key').execute());
  },
  'two notices of one event for a reader': async (context) => {
    const { id } = await buildStudent(context);
    const notice = {
      account_id: id,
      kind: 'answer' as const,
      event: '1',
      about: 'question:1',
      text: 't',
      href: '/',
      created_at: at,
      is_daily: 0 as const,
    };
    await context.database.transaction((w) => w.insertInto('notices').values([notice, notice]).execute());
  },
  'removing an announcement': async (context) => {
    const batch = await buildBatch(context);
    const { id } = await buildAnnouncement(context, {
      batch_id: batch.id,
      author_id: (await buildMentor(context, [batch.id])).id,
    });
    await context.database.transaction((w) => w.deleteFrom('announcements').where('id', '=', id).execute());
  },
  'removing mail': async (context) => {
    const mail = { event: 'e', to: 'a@example.test', subject: 's', text: 't', html: 'h' };
    await context.database.transaction((w) => enqueueMail(w, mail, at));
    await context.database.transaction((w) => w.deleteFrom('outbox').execute());
  },
  'two mails of one event': async (context) => {
    const mail = {
      event: 'e',
      recipient: 'a@example.test',
      subject: 's',
      text: 't',
      html: 'h',
      is_secret: 0 as const,
      created_at: at,
      due_at: at,
      sent_at: null,
      refused_at: null,
      last_error: null,
    };
    await context.database.transaction((w) => w.insertInto('outbox').values([mail, mail]).execute());
  },
  'an identity that opens two accounts': async (context) => {
    await linkIdentity(context, await buildStudent(context), 'same');
    await linkIdentity(context, await buildStudent(context), 'same');
  },
  'two identities of one provider for an account': async (context) => {
    const student = await buildStudent(context);
    await linkIdentity(context, student, 'one');
    await linkIdentity(context, student, 'other');
  },
  'a login at a provider that is used twice': async ({ database }) => {
    const used = { token_hash: 'same', expires_at: at };
    await database.transaction((w) => w.insertInto('used_login_states').values([used, used]).execute());
  },
  'two jobs of one kind and key': async (context) => {
    const job = { kind: 'k', key: 'one', payload: 'null', created_at: at, wanted_at: at, due_at: at };
    await context.database.transaction((w) => w.insertInto('jobs').values([job, job]).execute());
  },
  'changing the audit log': async (context) => {
    await context.database.transaction((w) =>
      recordAuditEvent(w, {
        at,
        actorId: null,
        act: 'mark-submission',
        subject: 's',
        before: null,
        after: null,
      }),
    );
    await context.database.transaction((w) => w.updateTable('audit_log').set({ act: 'else' }).execute());
  },
  'removing from the audit log': async (context) => {
    await context.database.transaction((w) =>
      recordAuditEvent(w, {
        at,
        actorId: null,
        act: 'mark-submission',
        subject: 's',
        before: null,
        after: null,
      }),
    );
    await context.database.transaction((w) => w.deleteFrom('audit_log').execute());
  },
  'changing why lines of the audit log were removed': async (context) => {
    await context.database.transaction(async (w) => {
      await w.insertInto('audit_removals').values({ lines_before: 0, removed_at: at }).execute();
      await w.updateTable('audit_removals').set({ lines_before: at }).execute();
    });
  },
  'changing why lines of the audit log were erased': async (context) => {
    const { id: account_id } = await buildStudent(context);
    await context.database.transaction((w) =>
      w.insertInto('audit_erasures').values({ account_id, at }).execute(),
    );
    await context.database.transaction((w) => w.deleteFrom('audit_erasures').execute());
  },
};

for (const table of ['question_favorites', 'question_views'] as const) {
  refused[`one reader twice in ${table}`] = async (context) => {
    const student = await buildStudent(context);
    const { id } = await buildQuestion(context, {
      author_id: student.id,
      batch_id: student.batch_id as number,
    });
    const row = { question_id: id, account_id: student.id };
    await context.database.transaction((w) => w.insertInto(table).values([row, row]).execute());
  };
}

test.each(Object.entries(refused))('the database refuses %s', async (_, attempt) => {
  const { context } = await makeTestContext();
  await expect(attempt(context)).rejects.toThrow(/constraint|duplicate key|violates|forbidden/i);
});

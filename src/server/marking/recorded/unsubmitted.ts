import { isLate, isoInstant, type Task } from '#contract/dates';
import { limits, normalizeEmail } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/marking/recorded-calls';
import type { RecordedForSeveral, UnsubmittedStudent } from '#contract/marking/recorded-calls';
import type { UnsubmittedSkip } from '#contract/marking/recorded';
import { frozenAmong } from '../../accounts/frozen-students.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { ownBatchOf } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { commonDueAt, dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { studentsWithOpenRequest } from '../../submissions/extension-requests.ts';
import { schedulesAfter, schedulesByEmail, type ScheduledStudent } from '../../submissions/extensions.ts';
import { presentListedRecord } from './present-record.ts';
import { recordsOfTask, submittedOf, type RecordRow } from './queries.ts';
import { insertNotSubmitted } from './write-record.ts';

type When = { task: Task; now: number; zone: string };

/** A student who has chosen a project, as "0 for all" judges them. */
type Judged = {
  student: ScheduledStudent;
  due: number;
  /** By the batch's date. */
  isDue: boolean;
  isExtended: boolean;
  hasRequest: boolean;
  record: RecordRow | null;
  skip: UnsubmittedSkip | null;
};

/** A task without a due date of its own is due by the viva's deadline. */
function dueDatesOf(student: ScheduledStudent, { task, zone }: When): { due: number; common: number } {
  const from = dueFrom(student, student.startedAt, zone);
  const common = commonDueAt(task, from) ?? commonDueAt('viva', from);
  const due = dueAt(task, from) ?? dueAt('viva', from);
  if (common === null || due === null) throw new Error('the viva always has a deadline');
  return { due, common };
}

type Known = {
  submitted: ReadonlySet<number>;
  requested: ReadonlySet<number>;
  records: readonly RecordRow[];
  frozen: ReadonlySet<number>;
};

function judge(
  student: ScheduledStudent,
  when: When,
  { submitted, requested, records, frozen }: Known,
): Judged {
  const { accountId } = student;
  const { due, common } = dueDatesOf(student, when);
  const isExtended = due > common;
  const isDue = isLate(when.now, common);
  const hasRequest = requested.has(accountId);
  const record = records.find((one) => one.accountId === accountId) ?? null;
  const skip = (): UnsubmittedSkip | null => {
    if (submitted.has(accountId)) return 'submitted';
    if (record !== null) return 'recorded';
    if (frozen.has(accountId)) return 'frozen';
    if (hasRequest) return 'request';
    if (isLate(when.now, due)) return null;
    return isDue ? 'extension' : 'not_due';
  };
  return { student, due, isDue, isExtended, hasRequest, record, skip: skip() };
}

async function judgeAll(
  database: Reader | Writer,
  students: readonly ScheduledStudent[],
  when: When,
): Promise<Judged[]> {
  const ids = students.map(({ accountId }) => accountId);
  const { task } = when;
  const known: Known = {
    submitted: await submittedOf(database, ids, task),
    requested: await studentsWithOpenRequest(database, ids, task),
    records: await recordsOfTask(database, ids, task),
    frozen: await frozenAmong(database, ids),
  };
  return students.map((student) => judge(student, when, known));
}

const present = ({ student, due, isExtended, hasRequest, record, skip }: Judged): UnsubmittedStudent => ({
  student: { s_id: student.email, s_name: shownName(student.name) },
  due_at: isoInstant(due),
  extended: isExtended,
  request_open: hasRequest,
  record: record && presentListedRecord(record),
  skip,
});

/** Enough for most pages. */
const judgedAtOnce = 100;

/** Of at most `rowsAtOnce` students: a page may be short. @param afterId the last student seen */
async function readPage(
  reader: Reader,
  batchId: number,
  when: When,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<{ students: UnsubmittedStudent[]; next: string | null }> {
  const found: Judged[] = [];
  let last = afterId;
  let hasMore = true;
  for (let read = 0; hasMore && found.length <= limit && read < rowsAtOnce; read += judgedAtOnce) {
    const students = await schedulesAfter(reader, { batchId, afterId: last, limit: judgedAtOnce });
    const judged = await judgeAll(reader, students, when);
    found.push(...judged.filter(({ skip, isDue }) => skip !== 'submitted' && isDue));
    last = students.at(-1)?.accountId ?? last;
    hasMore = students.length === judgedAtOnce;
  }
  const shown = found.slice(0, limit);
  if (found.length > limit) {
    hasMore = true;
    last = shown.at(-1)?.student.accountId ?? last;
  }
  return { students: shown.map(present), next: hasMore ? String(last) : null };
}

const messages: Record<UnsubmittedSkip, string> = {
  submitted: 'has submitted meanwhile',
  extension: 'has an extension that is still running',
  request: 'has requested an extension',
  recorded: 'has been recorded already',
  not_due: 'is not due yet',
  frozen: 'has a frozen result',
  not_in_batch: 'is not a student of this batch with a project',
};

type Outcome = Pick<RecordedForSeveral, 'recorded' | 'skipped'>;

/** @param isDone whether the student is recorded now */
function outcomeOf(
  emails: readonly string[],
  judged: readonly Judged[],
  isDone: (of: Judged) => boolean,
): Outcome {
  const outcome: Outcome = { recorded: [], skipped: [] };
  for (const s_id of emails) {
    const of = judged.find(({ student }) => student.email === s_id);
    const name = { s_id, s_name: of === undefined ? s_id : shownName(of.student.name) };
    const why = of === undefined ? 'not_in_batch' : of.skip;
    if (of !== undefined && isDone(of)) outcome.recorded.push(name);
    else if (why !== null)
      outcome.skipped.push({ ...name, why, message: `${name.s_name} ${messages[why]}.` });
  }
  return outcome;
}

const emailsOf = (students: readonly string[]): string[] => [...new Set(students.map(normalizeEmail))];

export const unsubmittedCalls = [
  read(calls.listUnsubmitted, {
    who: ownBatchOf,
    async run({ context, resource: { batch }, query: { task, limit = limits.pageSize, after } }) {
      const afterId = after === undefined ? 0 : parseId(after);
      if (afterId === null) throw httpErrors.badRequest('after is not valid for this list');
      const when = { task, now: context.clock.now(), zone: context.settings.academyZone };
      const page = await readPage(context.database.reader, batch.id, when, { afterId, limit });
      return { batch: batch.name, task, ...page };
    },
  }),

  // Each is judged again under lock: a submission, an extension and another record wait for it.
  act(calls.recordNotSubmitted, {
    who: ownBatchOf,
    async run(writer, { context, resource: { batch, viewer }, body, now }) {
      const { task, comments, released } = body;
      const emails = emailsOf(body.students);
      const when = { task, now, zone: context.settings.academyZone };
      const found = await schedulesByEmail(writer, batch.id, emails);
      await lockAccounts(
        writer,
        found.map(({ accountId }) => accountId),
      );
      const judged = await judgeAll(writer, await schedulesByEmail(writer, batch.id, emails), when);
      const due = judged.filter(({ skip }) => skip === null);
      await insertNotSubmitted(
        writer,
        task,
        due.map(({ student: { accountId, email, chosenAt, startedAt } }) => ({
          accountId,
          email,
          choice: chosenAt ?? startedAt,
        })),
        { comments, released, actorId: viewer.accountId, at: now },
      );
      return { id: viewer.accountId, shown: outcomeOf(emails, judged, ({ skip }) => skip === null) };
    },
    // A repetition finds whom the first one recorded.
    async answer(reader, { context, resource: { batch }, body, now, shown }) {
      const { task, released } = body;
      if (shown !== undefined) return { released, ...shown };
      const emails = emailsOf(body.students);
      const when = { task, now, zone: context.settings.academyZone };
      const judged = await judgeAll(reader, await schedulesByEmail(reader, batch.id, emails), when);
      return {
        released,
        ...outcomeOf(emails, judged, ({ record }) => record?.status === 'not_submitted'),
      };
    },
  }),
];

import { isoInstant, type Task } from '#contract/dates';
import { dayMs, hourMs } from '#contract/durations';
import { marksOfLines } from '#contract/projects/rubric-rules';
import { studentByEmail } from '../accounts/queries.ts';
import { viewerOf, type Viewer } from '../accounts/sessions/viewer.ts';
import { recordAuditEvents } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import { localText } from '../platform/zoned-time.ts';
import { standingLines } from '../projects/rubrics/queries.ts';
import { selectionOfStudent } from '../selections/queries.ts';
import { answerReview } from '../marking/reviews/answer-review.ts';
import { vivaHours } from '../viva-requests/viva-hours.ts';
import { grantExtension } from '../submissions/grant-extension.ts';
import { recordGivenMark } from '../marking/mark-submission.ts';
import { recordMarkRead, requestReview } from '../marking/student/own-marks.ts';
import { askExtension } from '../progress/time/ask-extension.ts';
import { versionOf } from '../marking/student/queries.ts';
import { emailOf } from './write-class.ts';
import { accountOf } from './write-notices.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;
type OfTask = { student: string; task: Task; daysAgo: number };

const version = 1;

/** Until the end of a day, counted from today. */
const extensions: readonly (OfTask & { untilInDays: number; reason: string })[] = [
  // The work was late by then.
  {
    student: 'Sarath Chandran',
    task: 'week-3',
    daysAgo: 8.2,
    untilInDays: -8,
    reason: 'His hostel had no power for two days; the warden confirmed it.',
  },
  {
    student: 'Nihal Basheer',
    task: 'week-4',
    daysAgo: 0.6,
    untilInDays: 9,
    reason: 'Fever since Monday. The doctor’s note is in the office.',
  },
];

/** Unanswered, as the requests of students. */
const extensionRequests: readonly (OfTask & { untilInDays: number; reason: string })[] = [
  {
    student: 'Nihal Basheer',
    task: 'week-4',
    daysAgo: 0.3,
    untilInDays: 12,
    reason: 'The fever is back, and the doctor wants me to rest until Thursday.',
  },
];

/** Rubric lines count from 0; `marks` where they differ from the sum of the lines. */
const marksByRubric: readonly (OfTask & {
  lines: readonly number[];
  marks?: number;
  reason?: string;
  comments: string;
  released: boolean;
})[] = [
  {
    student: 'Fasil Rahman',
    task: 'final',
    daysAgo: 1.1,
    lines: [0, 1, 3],
    comments:
      'The ledger agrees to the last paisa, and I tried hard to make it fail.\n\n- Let **two strangers** try it before the viva.\n- Say in the README how to read the audit trail.',
    released: true,
  },
  {
    student: 'Athira Vijayan',
    task: 'week-4',
    daysAgo: 0.9,
    lines: [0, 1, 3],
    marks: 84,
    reason: 'Four more for undoing a sanction, which no line asks for.',
    comments: 'Undo of a sanction is well thought out. On a phone the schedule of repayments is cut off.',
    released: false,
  },
];

/** Requests for a mark review, two of them unanswered. */
const reviewRequests: readonly (OfTask & {
  reason: string;
  answer?: { daysAgo: number; text: string };
})[] = [
  {
    student: 'Kalyani Warrier',
    task: 'week-2',
    daysAgo: 2.1,
    reason:
      'The comment asks for a test of the dates. It is there, in test/dates.spec.js: did it run for you?',
    answer: {
      daysAgo: 1.4,
      text: 'It did not run, since its folder is not in the script. With it the test passes. The marks stay: say in the README how to run it.',
    },
  },
  {
    student: 'Sandra Elias',
    task: 'final',
    daysAgo: 0.8,
    reason:
      'The first screen asks for two things less since version 1.2, which was in the link. Could you look at that one?',
  },
  {
    student: 'Shifa Noushad',
    task: 'week-3',
    daysAgo: 0.2,
    reason: 'The server does check the role on that call, in the middleware of the router.',
  },
];

const ago = (context: Context, daysAgo: number): Context => {
  const at = Math.round(context.clock.now() - daysAgo * dayMs);
  return { ...context, clock: { now: () => at } };
};

async function studentOf({ database }: Context, name: string) {
  const [student] = await studentByEmail(database.reader, { email: emailOf(name) });
  if (student === undefined) throw new Error(`class.yaml does not have ${name}`);
  return student;
}

async function submissionOf(context: Context, { student: name, task }: OfTask) {
  const student = await studentOf(context, name);
  const [submission] = await versionOf(context.database.reader, { ...student, task, version });
  if (submission === undefined) throw new Error(`class.yaml has no submission of ${name} for ${task}`);
  return { student, submission };
}

async function markByRubric(context: Context, viewer: Viewer, entry: (typeof marksByRubric)[number]) {
  const { task, lines: nths, reason, comments, released } = entry;
  const { reader } = context.database;
  const { student, submission } = await submissionOf(context, entry);
  const [selection] = await selectionOfStudent(reader, student);
  const standing = await standingLines(reader, { projectId: selection?.projectId ?? '', task });
  const lines = standing.filter((_, nth) => nths.includes(nth));
  const mark = {
    marks: entry.marks ?? marksOfLines(lines),
    comments,
    format: 'markdown' as const,
    released,
    rubric: { lines: lines.map(({ id }) => String(id)), reason: reason ?? null },
  };
  const at = ago(context, entry.daysAgo).clock.now();
  await context.database.transaction((writer) =>
    recordGivenMark(writer, { ...student, ...submission, task, viewer }, mark, at),
  );
}

async function review(context: Context, viewer: Viewer, entry: (typeof reviewRequests)[number]) {
  const { task, reason, answer, daysAgo } = entry;
  const { student, submission } = await submissionOf(context, entry);
  const { accountId } = student;
  if (submission.markedAt === null) throw new Error(`class.yaml has no mark of ${entry.student} for ${task}`);
  const markedAt = isoInstant(submission.markedAt);
  await recordMarkRead(ago(context, daysAgo + hourMs / dayMs), { accountId, task, version, markedAt });
  const at = ago(context, daysAgo).clock.now();
  await context.database.transaction((writer) =>
    requestReview(writer, { accountId, task, version, reason, at, zone: context.settings.academyZone }),
  );
  if (answer === undefined) return;
  const of = { ...student, ...submission, task, viewer };
  const by = { at: ago(context, answer.daysAgo).clock.now(), actorId: viewer.accountId };
  await context.database.transaction(async (writer) => {
    const lines = await answerReview(writer, of, { answer: answer.text }, by.at);
    await recordAuditEvents(
      writer,
      lines.map((line) => ({ ...line, ...by })),
    );
  });
}

/** Runs extensions, marks and reviews of the demo's class through their use cases, at past instants. */
export async function writeClassEvents(context: Context): Promise<void> {
  const { database, clock, settings } = context;
  const viewer = await viewerOf(database.reader, await accountOf(context, 'kavitha'));
  for (const { student: name, task, daysAgo, untilInDays, reason } of extensions) {
    const [until = ''] = localText(clock.now() + untilInDays * dayMs, settings.academyZone).split(' ');
    const student = await studentOf(context, name);
    const to = { ...student, actorId: viewer.accountId };
    const extension = { task, until, reason, words: null };
    await database.transaction((writer) =>
      grantExtension(
        writer,
        { settings, hours: vivaHours },
        to,
        extension,
        ago(context, daysAgo).clock.now(),
      ),
    );
  }
  for (const { student: name, task, daysAgo, untilInDays, reason } of extensionRequests) {
    const [until = ''] = localText(clock.now() + untilInDays * dayMs, settings.academyZone).split(' ');
    const { accountId } = await studentOf(context, name);
    const asker = await viewerOf(database.reader, accountId);
    await database.transaction((writer) =>
      askExtension(writer, ago(context, daysAgo), asker, { task, until, reason }, vivaHours),
    );
  }
  for (const entry of marksByRubric) await markByRubric(context, viewer, entry);
  for (const entry of reviewRequests) await review(context, viewer, entry);
}

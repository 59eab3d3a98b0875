import { writeMarkingShares } from './write-shares.ts';
import { isLate, opensAt, tasks, type Task } from '#contract/dates';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { demoEmail } from '#contract/demo-accounts';
import { batchKey } from '#contract/limits';
import { insertAccount } from '../accounts/insert-account.ts';
import { assignMentor, writeBatches } from '../courses/write-batches.ts';
import type { DueDays } from '#contract/submissions/due-days';
import { batchByName, setFirstDueDays } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { instantOfDay } from '../platform/zoned-time.ts';
import { putBrief } from '../projects/briefs.ts';
import { writeRubric } from '../projects/rubrics/write-rubric.ts';
import { insertSelection } from '../selections/insert-selection.ts';
import { commonDueAt } from '../submissions/due-dates.ts';
import { insertPastVersion } from '../marking/insert-past-version.ts';
import { makeFileId, makeReceiptNumber } from '../submissions/receipt-number.ts';
import type { ClassRecords, ClassStudent } from './read-records.ts';

export const classBatch = 'MERN-2026-09';
const course = 'Full Stack Web Development (MERN)';
const mentorName = 'Kavitha Raman';
export const secondMarker = 'Biju Paul';
/** Marked these, so that the other decides about their reviews. */
const second = { name: secondMarker, marked: ['week-2', 'final'] as readonly Task[] };

/** Before the first project selection of the class. */
const startedDaysAgo = 52;

/** Days after each student's own opening; the viva has its own deadline. */
const dueDays: DueDays = {
  'week-1': { days: 5 },
  'week-2': { days: 5 },
  'week-3': { days: 5 },
  'week-4': { days: 5 },
  final: { days: 6 },
};

/** The viva takes no submission without a file. */
export const vivaNotes = {
  name: 'viva-notes.md',
  text: '# Viva notes\n\n1. Introduction: what the project is for\n2. Methodology: how it is built\n3. Findings: what the tests showed\n4. Challenges: what went wrong, and how it was solved\n5. Q&A\n6. Conclusion\n',
};
type VivaFile = { file_name: string; file_bytes: number; file_sha256: string };

export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
const ofList = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type Work = {
  version: Parameters<typeof insertPastVersion>[1];
  mark: Parameters<typeof insertPastVersion>[2];
};

/** A batch with students at mixed stages, for the marking screens. Its people are not demo accounts. */
export async function writeClass(
  writer: Writer,
  { students, texts, papers }: ClassRecords,
  {
    passwordHash,
    zone,
    now,
    vivaFile,
  }: { passwordHash: string; zone: string; now: number; vivaFile: VivaFile },
): Promise<void> {
  const starts_at = instantOfDay(now - startedDaysAgo * dayMs, zone);
  const after = {
    name: classBatch,
    course: batchKey(course),
    starts_at,
    viva_deadline: null,
    is_open: false,
    is_default: false,
    comment_first: true,
    due: null,
    extension_days: null,
    review_days: null,
    choose_from: null,
    choose_until: null,
    declaration: null,
    is_retired: false,
    joining: 'anyone' as const,
    mentors: [mentorName, second.name],
  };
  await writeBatches(writer, [{ id: null, before: null, after }], {
    actorId: null,
    at: now,
    act: 'import-batch',
  });
  const batch = await batchByName(writer, classBatch);
  await setFirstDueDays(writer, batch.id, dueDays);
  const person = { password_hash: passwordHash, phone: null };
  const addMentor = async (name: string, email: string): Promise<number> => {
    const id = await insertAccount(writer, {
      ...person,
      email,
      name,
      role: 'mentor',
      batch_id: null,
      confirmed_at: starts_at,
      created_at: starts_at - 7 * dayMs,
    });
    await assignMentor(writer, batch, { id, name });
    return id;
  };
  const mentorId = await addMentor(mentorName, demoEmail('kavitha'));
  const secondId = await addMentor(second.name, emailOf(second.name));
  const markedBy = (task: Task) => (second.marked.includes(task) ? secondId : mentorId);
  const by = { actorId: mentorId, at: starts_at };
  for (const { project: projectId, task, brief, rubric } of papers) {
    await putBrief(writer, { projectId, task, text: brief, at: by.at });
    const lines = rubric.map((line) => ({ of: null, ...line }));
    await writeRubric(writer, { projectId, task }, [], lines, by);
  }
  const workOf = (accountId: number, student: ClassStudent, startedAt: number, index: number): Work[] => {
    const [first = ''] = student.name.toLowerCase().split(' ');
    return student.work.map(({ marks, isReleased, isAfterDue }, nth) => {
      const task = ofList(tasks, nth);
      const words = texts.find((one) => one.task === task);
      if (words === undefined) throw new Error(`class-texts.yaml has nothing for ${task}`);
      // Never in the future.
      const days = isAfterDue ? 7.3 + (index % 5) / 10 : 0.3 + ((index * 7 + nth * 3) % 19) / 8;
      const submitted_at = Math.round(
        Math.min(opensAt(task, startedAt) + days * dayMs, now - (1 + index) * minuteMs),
      );
      const due_at = commonDueAt(task, { start: startedAt, dueDays, batchDeadline: null, zone });
      return {
        version: {
          account_id: accountId,
          task,
          version: 1,
          number: makeReceiptNumber(),
          submitted_at,
          late: isLate(submitted_at, due_at) ? 1 : 0,
          due_at,
          links: `https://git.example.test/${first}/${String(student.project).toLowerCase()}/tree/${task}`,
          comments: ofList(words.comments, index),
          ...(task === 'viva' && { file_id: makeFileId(), ...vivaFile }),
        },
        mark:
          marks === null
            ? null
            : {
                marks,
                comments: ofList(words.remarks, index),
                released: isReleased ? 1 : 0,
                marked_by: markedBy(task),
                marked_at: Math.round(Math.min(submitted_at + 1.4 * dayMs, (submitted_at + now) / 2)),
              },
      };
    });
  };
  const work: Work[] = [];
  for (const [index, student] of students.entries()) {
    const created_at = starts_at - 6 * hourMs + index * 7 * minuteMs;
    const accountId = await insertAccount(writer, {
      ...person,
      email: emailOf(student.name),
      name: student.name,
      role: 'student',
      batch_id: batch.id,
      typed_batch: student.typed_batch ?? classBatch,
      confirmed_at: created_at,
      created_at,
      seen_at: student.seen_days_ago === null ? null : Math.round(now - student.seen_days_ago * dayMs),
    });
    if (student.project === undefined) continue;
    const startedAt = Math.round(now - (student.started_days_ago ?? 0) * dayMs);
    await insertSelection(writer, { accountId, projectId: student.project, startedAt });
    work.push(...workOf(accountId, student, startedAt, index));
  }
  // Rows are listed in the order of insertion.
  for (const { version, mark } of work.toSorted((a, b) => a.version.submitted_at - b.version.submitted_at)) {
    await insertPastVersion(writer, version, mark);
  }
  await writeMarkingShares(writer, { batchId: batch.id, mentorIds: [mentorId, secondId], at: now });
}

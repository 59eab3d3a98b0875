import { instantOrNull, isoInstant } from '#contract/dates';
import * as calls from '#contract/progress/schedule-calls';
import { choosingAt } from '#contract/selections/choosing';
import { administratorOfStudent, ownStudent, type OwnStudent } from '../../accounts/policy.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { act } from '../../accounts/sessions/act.ts';
import { notify } from '../../notices/notify.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localMoment, readLocal, writeLocal } from '../../platform/zoned-time.ts';
import { notBefore } from '../../selections/choice-times.ts';
import { endSelection } from '../../selections/end-selection.ts';
import { insertSelection } from '../../selections/insert-selection.ts';
import { selectionOfStudent, selectionRequirements } from '../../selections/queries.ts';
import { answerOpenRequest, type HeldTimes } from '../../submissions/extension-requests.ts';
import { lastSubmittedOf } from '../../submissions/queries.ts';
import { readStudentTime } from './student-time.ts';

export const choiceCalls = (hours: HeldTimes) => [
  // The selection becomes a new row with the same project and moment of choice. The reason is for staff.
  act(calls.correctStart, {
    who: ownStudent,
    key: {
      kind: 'start',
      content: ({ resource: { student }, body: { start, reason }, context: { settings } }) => [
        student.accountId,
        readLocal(start, settings.academyZone, 'start'),
        reason,
      ],
    },
    changes: {
      async stored(writer, { resource: { student }, body: { start, began }, context: { settings } }) {
        const { accountId } = student;
        await lockAccount(writer, accountId);
        const [current] = await selectionOfStudent(writer, { accountId });
        if (current === undefined) return { isCompared: false };
        const zone = settings.academyZone;
        const isSet = readLocal(start, zone, 'start') === current.startedAt;
        // To the minute, as the wire shows it.
        const shown = isSet ? start : writeLocal(current.startedAt, zone).slice(0, 16);
        return { start: shown, isCompared: began !== undefined };
      },
      message: 'The start was changed in the meantime. Your correction is not saved yet.',
      current: (writer, { resource: { student }, context: { settings } }) =>
        readStudentTime(writer, settings, student.accountId),
    },
    audit: 'correct-start',
    async run(writer, { resource: { student, viewer }, body, stored, context: { settings }, now }) {
      const { accountId, email } = student;
      const { start, reason } = body;
      const { accountId: actorId } = viewer;
      if (stored.isCompared && start === stored.start) return { id: actorId };
      const startedAt = readLocal(start, settings.academyZone, 'start');
      const ended = await endSelection(writer, accountId, 'corrected', { actorId, at: now, reason });
      if (ended.startedAt === startedAt)
        throw httpErrors.conflict('The project already has this start date.');
      const { projectId } = ended;
      const chosenAt = ended.chosenAt ?? ended.startedAt;
      const id = await insertSelection(writer, { accountId, projectId, startedAt, chosenAt });
      if (id === null) throw new Error(`account ${accountId} has two selections`);
      await notify(writer, {
        kind: 'start-corrected',
        event: String(id),
        accounts: [accountId],
        about: 'project',
        text: `The start of your project was changed to ${localMoment(startedAt, settings.academyZone)}. Your weeks follow the new start`,
        href: '/ProjectDashboard1',
        now,
      });
      return {
        id: actorId,
        audit: {
          subject: email,
          aboutId: accountId,
          before: { start_date: isoInstant(ended.startedAt) },
          after: { start_date: isoInstant(startedAt), reason },
        },
      };
    },
    answer: (reader, { resource: { student }, context: { settings } }) =>
      readStudentTime(reader, settings, student.accountId),
  }),

  // Cannot be undone: the student chooses again. Submissions stay with their project. The reason is for staff.
  act(calls.undoSelection, {
    who: freshly<OwnStudent>(administratorOfStudent, 'holders'),
    key: {
      kind: 'undoing',
      content: ({ resource: { student }, body: { p_id, reason } }) => [student.accountId, p_id, reason],
    },
    // The student may have chosen the same project again since.
    changes: {
      async stored(writer, { resource: { student } }) {
        const { accountId } = student;
        await lockAccount(writer, accountId);
        const [current] = await selectionOfStudent(writer, { accountId });
        return { start_date: instantOrNull(current?.startedAt) };
      },
      seen: ['start_date'],
      message: 'The choice or its start was changed in the meantime. It is not undone. Reload the page.',
      current: (writer, { resource: { student }, context: { settings } }) =>
        readStudentTime(writer, settings, student.accountId),
    },
    audit: 'undo-selection',
    async run(writer, { resource: { student, viewer }, body: { p_id, reason }, now }) {
      const { accountId, email } = student;
      const { accountId: actorId } = viewer;
      const last = await writer
        .selectNoFrom((of) => lastSubmittedOf(of.val(accountId)).as('submittedAt'))
        .executeTakeFirst();
      const at = notBefore(now, last?.submittedAt ?? now);
      const ended = await endSelection(writer, accountId, 'undone', { actorId, at, reason });
      if (ended.projectId !== p_id)
        throw httpErrors.conflict(`The student’s project is ${ended.projectId}, not ${p_id}.`);
      // Their due dates were those of the undone project.
      const answer = { at: now, by: actorId, grantedUntil: null, words: 'Your project choice was reset.' };
      await answerOpenRequest(writer, { accountId }, answer, hours);
      const { student: choosing } = await selectionRequirements(writer, accountId, p_id);
      const next =
        choosingAt(choosing, now) === 'over'
          ? ' and will choose another project for you'
          : '. Please choose a project again';
      await notify(writer, {
        kind: 'selection-undone',
        event: String(ended.id),
        accounts: [accountId],
        about: 'project',
        text: `The academy has reset your choice of ${ended.projectName}${next}`,
        href: '/StudentDashboard',
        now,
      });
      return {
        id: actorId,
        audit: {
          subject: email,
          aboutId: accountId,
          before: { p_id: ended.projectId, start_date: isoInstant(ended.startedAt) },
          after: { p_id: null, reason },
        },
      };
    },
    answer: (reader, { resource: { student }, context: { settings } }) =>
      readStudentTime(reader, settings, student.accountId),
  }),
];

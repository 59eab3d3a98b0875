import type { Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/progress/schedule-calls';
import { batchAddress } from '#contract/progress/batch-view';
import { self } from '../../accounts/policy.ts';
import { frozenAmong } from '../../accounts/frozen-students.ts';
import { activeMentors, activeStaff, lockAccount } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { mentorAccounts } from '../../courses/batch-queries.ts';
import { notify } from '../../notices/notify.ts';
import { attachToRequest } from '../../forum/attachments/private-attachments.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localMoment, readLocal } from '../../platform/zoned-time.ts';
import { dueAt, dueFrom, endOfDay } from '../../submissions/due-dates.ts';
import {
  automaticRequestOf,
  eventOf,
  extensionRequestById,
  insertRequest,
  presentExtensionRequest,
} from '../../submissions/extension-requests.ts';
import { grantExtension } from '../../submissions/grant-extension.ts';
import { alreadyRequested, frozenDates, refusalOfRequest } from '../../submissions/extension-rules.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { scheduleOf } from '../../submissions/queries.ts';
import type { VivaHours } from './viva-hours.ts';
import { toldTimeOf } from './viva-times.ts';

/** Of another viva time the office decides, of an extension the mentors. */
async function notifyOfRequest(
  writer: Writer,
  { name, batch }: Pick<Viewer, 'name' | 'batch'>,
  { id, task, isMove, at }: { id: number; task: Task; isMove: boolean; at: number },
): Promise<void> {
  if (batch === null) return;
  await notify(writer, {
    kind: 'extension-request',
    event: eventOf(id),
    accounts: isMove
      ? await activeStaff(writer, 'office')
      : await activeMentors(writer, await mentorAccounts(writer, batch.id)),
    about: eventOf(id),
    text: isMove
      ? `${shownName(name)} asks for another viva time`
      : `${shownName(name)} requests an extension for ${taskLabel(task)}`,
    href: `${batchAddress(batch.name)}#extension-requests`,
    now: at,
  });
}

/** Whether the batch's rule grants it: up to its days after the due date, once per student. */
async function isGrantedAtOnce(
  writer: Writer,
  accountId: number,
  { wanted, days, due, zone }: { wanted: number; days: number | null; due: number; zone: string },
): Promise<boolean> {
  if (days === null || wanted > endOfDay(due, zone, days)) return false;
  return (await automaticRequestOf(writer, { accountId })).length === 0;
}

type Asked = {
  task: Task;
  until: string;
  reason: string;
  file?: string | undefined;
  is_move?: boolean | undefined;
};

/** Of a page from before the office told a time, or cancelled it. */
function refuseOther(isMove: boolean | undefined, isTold: boolean): void {
  if (isMove === undefined || isMove === isTold) return;
  throw httpErrors.conflict(
    isTold
      ? 'You were told the time of your viva in the meantime. Nothing was sent. Open this page again to request another time.'
      : 'The time of your viva was cancelled in the meantime. Nothing was sent. You will be told another time.',
  );
}

type Dates = { start: number | null; due: number | null; now: number; zone: string };

/**
 * @returns the instant after which the day of a request must end
 * @throws 403 before the task opens; 409 without project or due date
 */
function earliestOf(task: Task, dates: Dates): number {
  const refusal = refusalOfRequest(task, dates);
  if (refusal !== null || dates.due === null) throw refusal;
  return Math.max(dates.due, dates.now);
}

/**
 * Notifies the mentors, or the student of what the batch's rule grants. Where the student was told the time of the viva,
 * it asks the office for another one, from the day on.
 * @param asked `until`: `YYYY-MM-DD`, to its end
 * @returns the request's id
 * @throws 403 before the task opens; 409 without project or due date, with an open request or a frozen result, or where
 * the viva's time was told or cancelled since the form was opened; 400 unless `until` is
 * after the due date and now, and for a file that is not the student's
 */
export async function askExtension(
  writer: Writer,
  context: Pick<AppContext, 'clock' | 'settings'>,
  viewer: Pick<Viewer, 'accountId' | 'email' | 'name' | 'batch'>,
  { task, until, reason, file, is_move: isMove }: Asked,
  hours: VivaHours,
): Promise<number> {
  const { clock, settings } = context;
  const { accountId, email } = viewer;
  const zone = settings.academyZone;
  const now = clock.now();
  // Or others could change project and due date meanwhile.
  await lockAccount(writer, accountId);
  if ((await frozenAmong(writer, [accountId])).size > 0) throw httpErrors.frozen(frozenDates);
  const [schedule] = await scheduleOf(writer, { accountId });
  const start = schedule?.startedAt ?? null;
  const due = schedule === undefined || start === null ? null : dueAt(task, dueFrom(schedule, start, zone));
  const told = task === 'viva' ? await toldTimeOf(writer, accountId) : null;
  const of = { accountId, zone, now };
  refuseOther(isMove, told !== null);
  if (told !== null) await hours.requireEarly(writer, { ...of, ...told });
  const earliest = told === null ? earliestOf(task, { start, due, now, zone }) : now;
  const wanted = readLocal(until, zone, 'end');
  if (wanted <= earliest) {
    const message =
      told === null ? `Choose a day after ${localMoment(earliest, zone)}.` : 'Choose today or a later day.';
    throw httpErrors.invalidFields(message, [{ name: 'until', message }]);
  }
  const shown = file === undefined ? null : await attachToRequest(writer, { accountId, code: file });
  if (file !== undefined && shown === null) {
    const message = 'This file is no longer on the portal. Choose it again.';
    throw httpErrors.invalidFields(message, [{ name: 'file', message }]);
  }
  const inserted = await insertRequest(writer, {
    account_id: accountId,
    task,
    wanted_until: wanted,
    reason,
    asked_at: now,
    file: shown && JSON.stringify(shown),
  });
  if (inserted === undefined) throw httpErrors.conflict(alreadyRequested);
  const { id } = inserted;
  const rule = { wanted, days: schedule?.extensionDays ?? null, due: due ?? now, zone };
  if (told !== null) {
    await hours.offer(writer, { ...of, requestId: id, since: readLocal(until, zone, 'start') });
  } else if (await isGrantedAtOnce(writer, accountId, rule)) {
    const student = { accountId, email, actorId: null };
    await grantExtension(writer, { settings, hours }, student, { task, until, reason, words: null }, now);
    return id;
  }
  await notifyOfRequest(writer, viewer, { id, task, isMove: told !== null, at: now });
  return id;
}

export const askExtensionCall = (hours: VivaHours) =>
  act(calls.askExtension, {
    who: self,
    key: {
      kind: 'extension-request',
      content: ({ body: { task, until, reason, file } }) => [
        task,
        until,
        reason,
        ...(file === undefined ? [] : [file]),
      ],
    },
    run: async (writer, { context, viewer, body }) => ({
      id: await askExtension(writer, context, viewer, body, hours),
    }),
    async answer(reader, { viewer: { accountId } }, id) {
      const [row] = await extensionRequestById(reader, { id, accountId });
      if (row === undefined) throw new Error(`the extension request ${id} is gone`);
      return { extension_request: presentExtensionRequest(row) };
    },
  });

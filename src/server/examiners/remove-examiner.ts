import { isoInstant, instantOrNull } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import * as calls from '#contract/examiners/examiner-calls';
import { normalizeEmail } from '#contract/limits';
import { examinerById, removeExaminer } from '../accounts/examiner-accounts.ts';
import { administrator } from '../accounts/policy.ts';
import { accountById, accountIdOf, lockAccount } from '../accounts/queries.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { announce } from '../platform/database/announce.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { seatsSince, seatsOf, takeOutOfPlans } from '../vivas/panel-rows.ts';

type OfExaminer = { viewer: Viewer; accountId: number };

const examinerInPath: ViewerRule<OfExaminer> = async (check) => {
  const viewer = administrator(check);
  const { reader } = check.context.database;
  const accountId = await accountIdOf(reader, normalizeEmail(check.params.s_id ?? ''));
  if (accountId === null || (await examinerById(reader, accountId)) === undefined)
    throw httpErrors.notFound('There is no examiner with this email.');
  return { viewer, accountId };
};

type Asked = { context: Parameters<typeof seatsSince>[0]['context']; resource: OfExaminer };

async function openWork(
  reader: Reader | Writer,
  { context, resource: { accountId } }: Asked,
): Promise<calls.Examiner> {
  const row = await examinerById(reader, accountId);
  if (row === undefined) throw httpErrors.notFound('There is no examiner with this email.');
  const seats = await seatsOf(reader, { accountId, since: seatsSince({ context }) });
  const now = context.clock.now();
  const to_come = seats.filter(({ startsAt, minutes }) => startsAt + minutes * minuteMs > now).length;
  return {
    invited_at: isoInstant(row.invitedAt),
    removed_at: instantOrNull(row.removedAt),
    to_come,
    without_result: seats.length - to_come,
    batches: [...new Set(seats.map(({ batch }) => batch))],
  };
}

export const removeExaminerCalls = [
  read(calls.readExaminer, {
    who: examinerInPath,
    run: (asked) => openWork(asked.context.database.reader, asked),
  }),

  act(calls.removeExaminer, {
    who: freshly<OfExaminer>(examinerInPath),
    changes: {
      async stored(writer, request) {
        await lockAccount(writer, request.resource.accountId);
        return openWork(writer, request);
      },
      seen: ['to_come', 'without_result'],
      message: 'The open work has changed in the meantime. The examiner is not removed yet.',
    },
    audit: 'remove-examiner',
    async run(writer, { resource: { viewer, accountId }, stored, now }) {
      if (stored.removed_at !== null) return { id: accountId };
      await removeExaminer(writer, accountId, { by: viewer.accountId, at: now });
      await takeOutOfPlans(writer, accountId);
      announce(writer, `account:${accountId}`);
      const { email } = await accountById(writer, accountId);
      const { to_come, without_result } = stored;
      return {
        id: accountId,
        audit: { subject: email, aboutId: accountId, before: null, after: { to_come, without_result } },
      };
    },
  }),
];

import { normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { signedIn } from '../accounts/policy.ts';
import { studentNamed } from '../accounts/queries.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import { recordOpening } from '../audit/record-audit-event.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Panel } from '../submissions/policy.ts';
import { type OpenSeat, openSeatFor, seatsSince } from '../vivas/panel-rows.ts';

async function seatOf(check: ViewerCheck, viewer: Viewer, studentId: number): Promise<OpenSeat | undefined> {
  const of = { accountId: viewer.accountId, studentId, since: seatsSince(check) };
  const [seat] = await openSeatFor(check.context.database.reader, of);
  return seat;
}

/** Who is on the panel of the student in the path: examiners, mentors and administrators alike. */
export const panelMember: ViewerRule<{ viewer: Viewer; seat: OpenSeat }> = async (check) => {
  const viewer = signedIn(check);
  const student = await studentNamed(check.context.database.reader, normalizeEmail(check.params.s_id ?? ''));
  const seat = student && (await seatOf(check, viewer, student.accountId));
  if (seat === undefined) throw httpErrors.forbidden(messages.forbidden);
  return { viewer, seat };
};

/** For the files of submissions. */
export const panel: Panel = {
  isMember: async (check, viewer, studentId) => (await seatOf(check, viewer, studentId)) !== undefined,

  async recordOpened({ context: { database, clock } }, viewer, { number, accountId }) {
    const line = { actorId: viewer.accountId, aboutId: accountId, subject: number, at: clock.now() };
    await database.transaction((writer) => recordOpening(writer, { ...line, act: 'open-viva-file' }));
  },
};

import { isoInstant } from '#contract/dates';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import { isRefusedBy } from '../platform/database/database-errors.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { insertSelection } from './insert-selection.ts';

/**
 * The office's choice for a student who has none, who is notified; it starts now and is as permanent as the
 * student's own. The caller checks that it may be made.
 * @param now in milliseconds since 1970 UTC
 * @throws 409 where the student has a project meanwhile, or the project has no seat
 */
export async function chooseForStudent(
  writer: Writer,
  {
    account,
    project,
    actorId,
    now,
  }: {
    account: { id: number; email: string };
    project: { id: string; name: string };
    actorId: number;
    now: number;
  },
): Promise<void> {
  const id = await insertSelection(writer, {
    accountId: account.id,
    projectId: project.id,
    startedAt: now,
    chosenAt: now,
  }).catch((error: unknown) => {
    throw isRefusedBy(error, 'no_seat_left')
      ? httpErrors.conflict(`${project.name} has no seats left.`)
      : error;
  });
  if (id === null) throw httpErrors.conflict('The student has a project.');
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'choose-for-student',
    subject: account.email,
    aboutId: account.id,
    before: null,
    after: { p_id: project.id, start_date: isoInstant(now) },
  });
  await notify(writer, {
    kind: 'project-chosen',
    event: String(id),
    accounts: [account.id],
    about: 'project',
    text: `The academy has chosen ${project.name} for you. Your four weeks have begun`,
    href: '/ProjectDashboard1',
    now,
  });
}

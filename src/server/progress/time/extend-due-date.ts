import type { Task } from '#contract/dates';
import type { OwnStudent } from '../../accounts/policy.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { grantExtension } from '../../submissions/grant-extension.ts';

type Request = { task: Task; until: string; reason: string };

/**
 * The reason is for staff.
 * @param key the request's Idempotency-Key
 */
export async function extendDueDate(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  own: OwnStudent,
  { task, until, reason }: Request,
  key: string | null,
): Promise<void> {
  const content = [own.student.accountId, task, until, reason];
  await once(context, { accountId: own.viewer.accountId, kind: 'extension', key, content }, (writer, now) =>
    grantExtension(
      writer,
      context.settings,
      { ...own.student, actorId: own.viewer.accountId },
      { task, until, reason, words: null },
      now,
    ),
  );
}

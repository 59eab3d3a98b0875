import { frozenAmong } from '../accounts/frozen-students.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { serverMessages } from '../platform/http/server-messages.ts';

type Marked = { submission: { accountId: number } };

/** Triggers refuse as well; this names which one of a list it is. @throws 409 by `each` */
export async function refuseFrozen<Item extends Marked>(
  writer: Writer,
  items: readonly Item[],
  each: (item: Item, judge: () => Promise<never>) => Promise<never>,
): Promise<void> {
  const frozen = await frozenAmong(
    writer,
    items.map(({ submission }) => submission.accountId),
  );
  const first = items.find(({ submission }) => frozen.has(submission.accountId));
  if (first === undefined) return;
  await each(first, () => Promise.reject(httpErrors.frozen(serverMessages.resultFrozen)));
}

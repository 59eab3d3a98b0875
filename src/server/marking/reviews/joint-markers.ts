import type { Task } from '#contract/dates';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { isOfCurrentChoice } from '../../selections/queries.ts';

type Joint = { accountId: number; task: Task };

/** Of a mark that several give together, such as the panel of a viva: none of them decides its review. */
export async function noteJointMarkers(
  writer: Writer,
  { accountId, task, choice }: Joint & { choice: number },
  markers: readonly number[],
): Promise<void> {
  if (markers.length === 0) return;
  await writer
    .insertInto('joint_markers')
    .values(markers.map((id) => ({ account_id: accountId, task, choice, marker_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of the students' current choices. */
export async function jointMarkersOf(
  database: Reader | Writer,
  accountIds: readonly number[],
): Promise<(of: Joint) => number[]> {
  const found: { accountId: number; task: Task; markerId: number }[] = [];
  for (const some of partsOf([...new Set(accountIds)]))
    found.push(
      ...(await database
        .selectFrom('joint_markers as joint')
        .where('joint.account_id', 'in', some)
        .where(isOfCurrentChoice('joint.choice', 'joint.account_id'))
        .orderBy('joint.marker_id')
        .select(['joint.account_id as accountId', 'joint.task', 'joint.marker_id as markerId'])
        .execute()),
    );
  return ({ accountId, task }) =>
    found.filter((one) => one.accountId === accountId && one.task === task).map(({ markerId }) => markerId);
}

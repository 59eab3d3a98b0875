import type { AppContext } from '#server/platform/context';
import { setFrozen } from '#server/accounts/frozen-students';
import { serverMessages } from '#server/platform/http/server-messages';
import { buildAdministrator } from './factories.ts';

export const frozenMessage = serverMessages.resultFrozen;

/** Freezes students as they are, without a sheet's contents. */
export async function freezeStudents(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batchId, accountIds, number = 1 }: { batchId: number; accountIds: readonly number[]; number?: number },
): Promise<number> {
  const { id: frozen_by } = await buildAdministrator({ database, clock });
  const freeze = {
    batch_id: batchId,
    number,
    rule_version: 0,
    rule: '{}',
    frozen_by,
    frozen_at: clock.now(),
  };
  return database.transaction(async (writer) => {
    const { id } = await writer
      .insertInto('result_freezes')
      .values(freeze)
      .returning('id')
      .executeTakeFirstOrThrow();
    await setFrozen(writer, accountIds, id);
    return id;
  });
}

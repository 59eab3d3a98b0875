import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { accountOf } from './demo.ts';
import type { Portal } from './portal.ts';

/** A student without a time asks for an extension of the viva instead of another time. */
export async function takeVivaTimeAway(portal: Portal, name: DemoName): Promise<void> {
  const { id } = await accountOf(portal, demoEmail(name));
  await portal.context.database.transaction((writer) =>
    writer.deleteFrom('viva_times').where('account_id', '=', id).execute(),
  );
}

/** To so many days from now: the demo's viva is today, too late to ask for another time. */
export async function moveVivaTime(portal: Portal, name: DemoName, days: number): Promise<void> {
  const { id } = await accountOf(portal, demoEmail(name));
  const starts_at = portal.context.clock.now() + days * dayMs;
  await portal.context.database.transaction((writer) =>
    writer.updateTable('viva_times').set({ starts_at }).where('account_id', '=', id).execute(),
  );
}

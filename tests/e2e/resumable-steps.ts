import type { Page, TestInfo } from '@playwright/test';
import { demoEmail } from '#contract/demo-accounts';
import type { AppContext } from '#server/platform/context';
import { buildSelection } from '#support/factories';
import { accountOf, signInAs } from './demo.ts';
import type { Portal } from './portal.ts';
import { fillInRecording } from './submission-steps.ts';

export const words = 'Congrats!!! You have submitted your work for the week';

/** Gives the student without a project one that began eight days ago. */
export async function chooseProject(context: AppContext): Promise<number> {
  const { id } = await accountOf({ context }, demoEmail('new'));
  const started_at = context.clock.now() - 8 * 24 * 60 * 60_000;
  await buildSelection(context, { account_id: id, project_id: 'P001', started_at });
  return id;
}

export async function pickFile(
  portal: Portal,
  page: Page,
  info: TestInfo,
  megabytes: number,
): Promise<Buffer> {
  await chooseProject(portal.context);
  await signInAs(portal, page, 'new');
  return fillInRecording(page, info, megabytes);
}

export const shareOf = async (page: Page) =>
  Number((await page.getByRole('progressbar').getAttribute('aria-valuenow')) ?? -1);

export async function versionsOf({ context }: Portal) {
  const email = demoEmail('new');
  return context.database.reader
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.email', '=', email)
    .select(['submissions.version', 'submissions.upload_id'])
    .execute();
}

import { demoEmail, type DemoName } from '#contract/demo-accounts';
import type { Page } from '@playwright/test';
import type { Portal } from './portal.ts';

/** Signs the page's browser in as somebody of the demo, without the login form. */
export async function signInAs(portal: Portal, page: Page, name: DemoName): Promise<void> {
  await portal.signIn(page, await accountOf(portal, demoEmail(name)));
}

/** An account by its address. */
export function accountOf(
  { context }: Pick<Portal, 'context'>,
  email: string,
): Promise<{ id: number; name: string }> {
  return context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
}

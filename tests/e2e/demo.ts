import { demoPassword, type demoAccounts } from '#cli/demo/seed-demo';
import type { Page } from '@playwright/test';
import type { Portal } from './portal.ts';

export { demoPassword };

/** The part before the `@` of a demo account's address: `new`, `low`, `week2`… */
export type DemoName = (typeof demoAccounts)[number]['email'] extends `${infer Name}@${string}`
  ? Name
  : never;

export function demoEmail(name: DemoName): string {
  return `${name}@example.test`;
}

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

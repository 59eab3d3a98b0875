import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app';
import { openOther } from './jobs.ts';
import { makeClient, type Client, type TestApp } from './test-app.ts';

/**
 * Another portal on the database of one, with connections of its own, as a second process has it.
 * @returns signs somebody in at it
 */
export async function makeSecondApp(first: TestApp): Promise<(account: { id: number }) => Promise<Client>> {
  const app = await buildApp(openOther(first), { pages: null });
  await app.ready();
  onTestFinished(() => app.close());
  return async (account) => {
    const [name, value] = (await first.cookieOf(account)).split('=', 2) as [string, string];
    return makeClient(app, { [name]: value });
  };
}

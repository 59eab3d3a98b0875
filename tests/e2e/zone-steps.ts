import type { Page } from '@playwright/test';
import type { demoScreens } from '#support/demo-screens';
import { signInAs } from './demo.ts';
import { expectSameWords, watchScreens } from './hydrated-screen.ts';
import { expect, type Portal } from './portal.ts';

/**
 * Visits screens from America/New_York, twice each: the reader's own times come with the page from the second one on, and
 * nothing is added to the first.
 * @returns how many of them have such times
 */
export async function walkInAnotherZone(
  portal: Portal,
  page: Page,
  screens: typeof demoScreens,
): Promise<number> {
  const open = await watchScreens(page);
  const zoneCookie = async () => (await page.context().cookies()).find(({ name }) => name === 'zone')?.value;
  const hasTimes = async (path: string) => (await (await page.request.get(path)).text()).includes('<time');
  const routes = new Set<string>();
  let added = 0;
  for (const { name, path, as } of screens) {
    const [route = ''] = path.split('?', 1);
    if (as === undefined || routes.has(route)) continue;
    await signInAs(portal, page, as);
    if (!(await hasTimes(path))) continue;
    routes.add(route);
    await page.context().clearCookies({ name: 'zone' });
    const first = await open(path);
    expectSameWords(first, name);
    expect.soft(first.printed, name).toEqual([]);
    expect.soft(first.before.localTimes, name).toEqual([]);
    expect.soft(first.shifts, name).toEqual([]);
    await expect.poll(zoneCookie).toBe('America%2FNew_York');
    const second = await open(path);
    expectSameWords(second, name);
    expect.soft(second.printed, name).toEqual([]);
    expect
      .soft(second.before.localTimes, name)
      .toEqual(second.after.localTimes.slice(0, second.before.localTimes.length));
    expect.soft(second.shifts, name).toEqual([]);
    if (second.after.localTimes.length > 0) added += 1;
  }
  return added;
}

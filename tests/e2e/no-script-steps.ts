import type { Page } from '@playwright/test';
import { pauseRequests } from './pause-requests.ts';
import { expect, type Portal } from './portal.ts';

export const asha = {
  name: 'Asha Kumari',
  email: 'asha@example.test',
  password: 'monsoon-7-kayal',
  phone: '98765 43-210',
  batch: 'mern-2026-11',
};

/** Every address that a page asks for, or has been at. */
export function watchAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

export function expectNothingTypedIn(addresses: string[], typed: readonly string[]): void {
  expect(addresses.length).toBeGreaterThan(0);
  for (const text of typed)
    expect(addresses.filter((address) => decodeURIComponent(address).includes(text))).toEqual([]);
}

export const passwordOf = (page: Page) => page.locator('input[name="password"]');
export const accountsOf = (portal: Portal, email: string) =>
  portal.context.database.reader.selectFrom('accounts').where('email', '=', email).select('id').execute();

/** Holds the scripts back until the returned function is called. */
export const holdScripts = async (page: Page) => (await pauseRequests(page, /\/assets\/.*\.js/)).resume;

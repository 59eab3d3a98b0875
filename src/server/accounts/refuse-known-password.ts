import { demoEmail, demoNames, demoPassword } from '#contract/demo-accounts';
import { passwordHashesOf } from './queries.ts';
import type { AppContext } from '../platform/context.ts';
import { isLoopback } from '../platform/portal-link.ts';
import { SettingsError } from '../platform/settings/settings.ts';

export function reachableDemo(host: string): SettingsError {
  return new SettingsError(
    `Setting HOST is ${JSON.stringify(host)}, so others could reach the demo's accounts, whose password is public. Leave HOST unset, or make a demo with your own password (DEMO_PASSWORD)`,
  );
}

/**
 * Refuses to start for other machines while demo accounts have the published password.
 * @throws SettingsError in one line
 */
export async function refuseKnownPassword({
  settings,
  database,
  passwords,
}: Pick<AppContext, 'settings' | 'database' | 'passwords'>): Promise<void> {
  if (isLoopback(settings.host)) return;
  for (const hash of await passwordHashesOf(database.reader, demoNames.map(demoEmail))) {
    if (await passwords.verify(demoPassword, hash)) throw reachableDemo(settings.host);
  }
}

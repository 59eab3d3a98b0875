import type { SecondStep } from '#contract/accounts/calls';
import { isoInstant } from '#contract/dates';
import type { AppContext } from '../../platform/context.ts';
import { factorsOf } from './factor-queries.ts';
import { passkeySite } from './passkey-site.ts';
import { pendingLifeMs } from './pending-logins.ts';

/** What a login that was just begun may go on with. */
export async function presentSecondStep(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  accountId: number,
): Promise<SecondStep> {
  const kinds = (await factorsOf(database.reader, accountId)).map(({ kind }) => kind);
  return {
    passkey: kinds.includes('passkey') && passkeySite(settings) !== null,
    app: kinds.includes('app'),
    until: isoInstant(clock.now() + pendingLifeMs),
  };
}

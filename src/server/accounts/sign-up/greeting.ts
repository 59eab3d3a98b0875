import { shownName } from '#contract/accounts/person-name';

/**
 * How a mail to an account begins. The name stands in it only where the address is confirmed: before, a stranger may have
 * typed both, and would speak to somebody else with the academy's voice.
 */
export function greetingOf(account: { name: string; confirmedAt: number | null }): string {
  return account.confirmedAt === null ? 'Hello,' : `Hello ${shownName(account.name)},`;
}

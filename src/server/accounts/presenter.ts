import type { Role, CurrentUser } from '#contract/accounts';

/** An account as its holder sees it on the wire. */
export function presentCurrentUser(account: {
  email: string;
  name: string;
  role: Role;
  batch: { name: string } | null;
  batches: readonly { name: string }[];
}): CurrentUser {
  return {
    s_id: account.email,
    s_name: account.name,
    role: account.role,
    batch: account.role === 'student' ? (account.batch?.name ?? null) : null,
    batches: account.batches.map((batch) => batch.name),
  };
}

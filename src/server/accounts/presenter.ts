import type { Role, Student } from '#contract/accounts';

/** An account as its holder sees it on the wire. */
export function presentStudent(account: {
  email: string;
  name: string;
  role: Role;
  batch: { name: string } | null;
  batches: readonly { name: string }[];
}): Student {
  return {
    s_id: account.email,
    s_name: account.name,
    role: account.role,
    batch: account.role === 'student' ? (account.batch?.name ?? null) : null,
    batches: account.batches.map((batch) => batch.name),
  };
}

import { dayMs } from '#contract/durations';
import { insertImported } from '../accounts/imported-profiles.ts';
import { batchByName } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeInvitations } from '../people/invitations/invitations.ts';

const people = [
  { email: 'harish@example.test', name: 'Harish Varma', phone: '9847011223', exit_score: 71 },
  { email: 'fathima@example.test', name: 'Fathima Rahman', phone: '9847033445', exit_score: null },
  { email: 'joel@example.test', name: 'Joel Thomas', phone: null, exit_score: 64.5 },
];

/** Whom the office has imported and who have not signed up: two invited, one not. */
export async function writeImported(writer: Writer, now: number): Promise<void> {
  const { id: batch_id } = await batchByName(writer, 'MERN-2026-11');
  await insertImported(
    writer,
    people.map((person) => ({ ...person, batch_id, grade: null, imported_at: now - 4 * dayMs })),
  );
  const emails = people.slice(0, 2).map(({ email }) => email);
  await makeInvitations(writer, { emails, way: 'print', madeBy: null, now: now - 3 * dayMs });
}

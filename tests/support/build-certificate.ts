import { makeKeyPair } from '#server/platform/signing/key-pair';
import { signDocument } from '#server/platform/signing/signed-document';
import type { AppContext } from '#server/platform/context';

type Given = { account_id: number; batch_id: number; freeze_id: number; issued_by: number };

/** A statement of marks as it is stored, signed with a key of its own. */
export async function buildCertificate(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { number = 'MARKS-1', name = 'Asha', ...of }: Given & { number?: string; name?: string },
): Promise<string> {
  const now = clock.now();
  const paper = { type: 'capstone-statement', number, signedAt: new Date(now).toISOString() };
  const signed = signDocument({ ...paper, fields: [{ name: 'name', value: name }] }, makeKeyPair());
  const row = { ...of, number, kind: 'statement', layout: 1, logo: null, issued_at: now } as const;
  await database.transaction((writer) =>
    writer
      .insertInto('certificates')
      .values({ ...row, document: JSON.stringify(signed) })
      .execute(),
  );
  return number;
}

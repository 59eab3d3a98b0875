import { z } from 'zod';
import { hourMs } from '#contract/durations';
import { accountMadeAt, forgetImported, importedAddresses } from '../../accounts/account-data.ts';
import type { AppContext } from '../../platform/context.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import {
  type AnonymisationRecord,
  hashAddress,
  storeRecord,
  storedRecords,
  allAnonymisations,
  leftByOlderPrograms,
} from './anonymisation-records.ts';
import { anonymiseRestored } from './anonymise-person.ts';
import { finishAnonymisation } from './finish-anonymisation.ts';

/** Removes imported data of people without an account in the restored database. */
async function forgetImports(
  { database }: Pick<AppContext, 'database'>,
  unknown: readonly AnonymisationRecord[],
): Promise<number> {
  if (unknown.length === 0) return 0;
  const known = unknown.map((record) => ({
    ...record,
    hashes: new Set(z.array(z.string()).parse(JSON.parse(record.addresses))),
  }));
  const emails: string[] = [];
  for (const { email, importedAt } of await importedAddresses(database.reader)) {
    // A later import means the person has come back.
    const isErased = known.some(
      ({ at, salt, hashes }) => importedAt <= at && hashes.has(hashAddress(salt, email)),
    );
    if (isErased) emails.push(email);
  }
  if (emails.length > 0) await database.transaction((writer) => forgetImported(writer, emails));
  return emails.length;
}

/**
 * Anonymises people again whom a restored backup brought back, by the records in the store and rows of newer
 * backups. Also stores missing records of this database.
 * @param rows of `anonymisations` from elsewhere, in any order, with duplicates
 * @returns the number of people
 * @throws HttpError 503 when the store is unreachable
 */
export async function anonymiseAgain(
  context: AppContext,
  rows: readonly AnonymisationRecord[] = [],
): Promise<number> {
  const { reader } = context.database;
  const done = await allAnonymisations(reader);
  const own = new Set(done.map(({ account_id: id, signed_up_at: at }) => `${id} ${at}`));
  const kept = await storedRecords(context);
  const isAudited = new Set(kept.map(({ account_id: id, signed_up_at: at }) => `${id} ${at}`));
  const missing = new Map(
    [...kept, ...rows]
      .map((record) => [`${record.account_id} ${record.signed_up_at}`, record] as const)
      .filter(([name]) => !own.has(name)),
  );
  const unknown: AnonymisationRecord[] = [];
  let found = 0;
  for (const record of missing.values()) {
    const { account_id: accountId, signed_up_at: signedUpAt } = record;
    const account = await accountMadeAt(reader, { accountId, signedUpAt });
    if (account === undefined) unknown.push(record);
    else if (await anonymiseRestored(context, accountId, record)) found += 1;
  }
  found += await forgetImports(context, unknown);
  for (const row of await allAnonymisations(reader)) {
    if (!isAudited.has(`${row.account_id} ${row.signed_up_at}`)) await storeRecord(context, row);
  }
  return found;
}

/** Erases what an older program left of people, which knows fewer tables; it may still run beside this one. */
export async function eraseWhatIsLeft(context: AppContext, signal?: AbortSignal): Promise<void> {
  for (const accountId of await leftByOlderPrograms(context.database.reader)) {
    if (signal?.aborted) return;
    await finishAnonymisation(context, accountId);
  }
}

/** Repeated, since the store may have been unreachable after the restore. */
export const anonymiseAgainJob = periodicJob('anonymise-again', hourMs, async (context, signal) => {
  await anonymiseAgain(context);
  await eraseWhatIsLeft(context, signal);
});

import type { AuditKind } from '#contract/privacy/audit-view';
import { operatorName } from '#contract/privacy/audit-view';
import { batchKey, normalizeEmail } from '#contract/limits';
import { addressesOf } from '../../accounts/own-account/own-account-queries.ts';
import { accountIdOf } from '../../accounts/queries.ts';
import { actsOf } from '../../audit/act-words.ts';
import type { LineFilter } from '../../audit/list-lines.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readLocal } from '../../platform/zoned-time.ts';

/** As typed; days of the academy's zone. */
export type AuditSearch = {
  who?: string | undefined;
  whom?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * By account, and by every current or former address, which older lines name. Batches match in any spelling.
 */
async function whomOf(reader: Reader, typed: string): Promise<NonNullable<LineFilter['whom']>> {
  if (!typed.includes('@')) {
    const batches = await reader
      .selectFrom(batchesAs('batch'))
      .where('batch.name_key', '=', batchKey(typed))
      .select('batch.name')
      .execute();
    return { accountId: null, subjects: [...new Set([typed, ...batches.map(({ name }) => name)])] };
  }
  const address = normalizeEmail(typed);
  const accountId = await accountIdOf(reader, address);
  const addresses = accountId === null ? [] : await addressesOf(reader, accountId);
  return { accountId, subjects: [...new Set([address, ...addresses])] };
}

/** Null if nobody has the address of `who`: there are no lines. */
export async function auditFilter(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  { who = '', whom = '', kind, from, to }: AuditSearch,
): Promise<LineFilter | null> {
  const { reader } = database;
  const { academyZone: zone } = settings;
  const [typedWho, typedWhom] = [who.trim(), whom.trim()];
  let actor: LineFilter['actor'] = null;
  if (typedWho.toLowerCase() === operatorName) actor = operatorName;
  else if (typedWho !== '') {
    actor = await accountIdOf(reader, normalizeEmail(typedWho));
    if (actor === null) return null;
  }
  return {
    acts: kind === undefined ? null : actsOf(kind),
    actor,
    whom: typedWhom === '' ? null : await whomOf(reader, typedWhom),
    from: from === undefined ? null : readLocal(from, zone, 'start'),
    to: to === undefined ? null : readLocal(to, zone, 'end'),
  };
}

import type { AuditKind } from '#contract/audit-view';
import { operatorName } from '#contract/audit-view';
import { normalizeEmail } from '#contract/limits';
import { accountIdOf } from '../accounts/queries.ts';
import { actsOf } from '../audit/act-words.ts';
import type { LineFilter } from '../audit/list-lines.ts';
import type { AppContext } from '../platform/context.ts';
import { readLocal } from '../platform/read-local.ts';

/** What somebody looks for in the audit log, as it is typed; days of the academy's zone. */
export type AuditSearch = {
  who?: string | undefined;
  whom?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The same as lines are found by it; null where nobody has the address of `who`, so that there are none. */
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
  const isAddress = typedWhom.includes('@');
  const subject = isAddress ? normalizeEmail(typedWhom) : typedWhom;
  return {
    acts: kind === undefined ? null : actsOf(kind),
    actor,
    whom:
      subject === '' ? null : { accountId: isAddress ? await accountIdOf(reader, subject) : null, subject },
    from: from === undefined ? null : readLocal(from, zone, 'start'),
    to: to === undefined ? null : readLocal(to, zone, 'end'),
  };
}

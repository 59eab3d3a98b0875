import type { TextPage } from '#contract/screens';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { hashText } from './text-rules.ts';

type Written = { page: TextPage; now: number };

async function hashOf(writer: Writer, page: TextPage): Promise<string | null> {
  const row = await writer
    .selectFrom('operator_texts')
    .where('page', '=', page)
    .select('sha256')
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

const asAudited = (sha256: string | null) => (sha256 === null ? null : { sha256 });

/**
 * An equal text changes nothing.
 * @param changedAt milliseconds since 1970 UTC; by default now
 */
export async function setText(
  writer: Writer,
  { page, text, now, changedAt = now }: Written & { text: string; changedAt?: number },
): Promise<void> {
  const before = await hashOf(writer, page);
  const sha256 = hashText(text);
  if (before === sha256) return;
  await writer
    .insertInto('operator_texts')
    .values({ page, text, sha256, changed_at: changedAt })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ text, sha256, changed_at: changedAt }))
    .execute();
  await recordAuditEvent(writer, {
    at: now,
    actorId: null,
    act: 'set-text',
    subject: page,
    before: asAudited(before),
    after: asAudited(sha256),
  });
  announce(writer, 'texts');
}

/** The portal's own text shows again; a text replaced since then stays. */
export async function removeText(
  writer: Writer,
  { page, sha256, now }: Written & { sha256: string },
): Promise<void> {
  const removed = await writer
    .deleteFrom('operator_texts')
    .where('page', '=', page)
    .where('sha256', '=', sha256)
    .returning('page')
    .executeTakeFirst();
  if (removed === undefined) return;
  await recordAuditEvent(writer, {
    at: now,
    actorId: null,
    act: 'remove-text',
    subject: page,
    before: asAudited(sha256),
    after: null,
  });
  announce(writer, 'texts');
}

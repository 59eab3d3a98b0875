import { shownName } from '#contract/accounts/person-name';
import { setFrozen } from '../../accounts/frozen-students.ts';
import { releaseAll } from '../../marking/freeze/release-all.ts';
import type { Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { resultsOfFreeze } from './freeze-queries.ts';
import { readContent } from './frozen-results.ts';
import { makeContents, type NextFreeze, type NextStudent } from './next-freeze.ts';
import { signSheet, type Signing } from './sign-sheet.ts';

type ToFreeze = {
  batch: { id: number; name: string };
  next: NextFreeze;
  /** Of those in `next`. */
  chosen: readonly NextStudent[];
  /** Empty for a first sheet. */
  reason: string;
  by: { accountId: number; name: string };
};

/** Releases what the results are made of, then freezes and signs them. Lock batch and accounts before. */
export async function writeFreeze(
  writer: Writer,
  { batch, next, chosen, reason, by }: ToFreeze,
  signing: Signing,
): Promise<{ id: number; released: number }> {
  const { now } = signing;
  const { rule, version } = next.rule;
  const officer = shownName(by.name);
  const changed = chosen.filter(({ content }) => content === null);
  const emails = new Map(changed.map(({ student }) => [student.accountId, student.email]));
  const releases = next.decided.unreleased.filter(({ accountId }) => emails.has(accountId));
  await releaseAll(writer, releases, emails, { actorId: by.accountId, at: now });
  const contents = await makeContents(writer, batch, next, chosen, { by: officer, at: now });
  const { id } = await writer
    .insertInto('result_freezes')
    .values({
      batch_id: batch.id,
      number: next.number,
      rule_version: version,
      rule: JSON.stringify(rule),
      reason: reason === '' ? null : reason,
      frozen_by: by.accountId,
      frozen_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of partsOf(contents))
    await writer
      .insertInto('frozen_results')
      .values(
        some.map(({ accountId, name, content }) => ({
          freeze_id: id,
          account_id: accountId,
          name,
          content: JSON.stringify(content),
        })),
      )
      .execute();
  await setFrozen(
    writer,
    contents.map(({ accountId }) => accountId),
    id,
  );
  const frozen = await resultsOfFreeze(writer, { freezeId: id });
  const students = frozen.map(({ content, ...student }) => ({ ...student, content: readContent(content) }));
  const sheet = { number: next.number, ruleVersion: version, rule, by: officer };
  await signSheet(writer, { freezeId: id, batch: batch.name, ...sheet, students }, signing);
  return { id, released: releases.length };
}

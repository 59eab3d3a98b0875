import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import { messages } from '#contract/messages';
import { resultAddress } from '#contract/results/addresses';
import { checkRule, parts, type ResultRule } from '#contract/results/rule';
import * as calls from '#contract/results/rule-calls';
import { ruleSentences } from '#contract/results/sentences';
import { ownBatchOf } from '../accounts/policy.ts';
import { studentsToNotify } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { lockBatchById, type Batch } from '../courses/batch-queries.ts';
import { hasReleasedMark } from '../marking/queries.ts';
import { notify } from '../notices/notify.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { batchesWithRule, rulesOfBatch } from './queries.ts';
import { addVersion, portalRule, readRow, readRule } from './rule-rows.ts';

async function presentBatchRule(
  reader: Reader | Writer,
  batch: Batch,
  viewer: Pick<Viewer, 'role'>,
): Promise<calls.BatchRule> {
  const rows = await rulesOfBatch(reader, { batchId: batch.id, limit: calls.shownVersions });
  const { version, rule } = rows[0] === undefined ? portalRule : readRow(rows[0]);
  const isOffice = viewer.role === 'administrator';
  const copies = isOffice
    ? await batchesWithRule(reader, { exceptId: batch.id, limit: calls.copiedBatches })
    : [];
  return {
    batch: batch.name,
    version,
    rule,
    sentences: ruleSentences(rule),
    needs_reason: await hasReleasedMark(reader, batch.id),
    versions: rows.map((row) => ({
      version: row.version,
      sentences: ruleSentences(readRow(row).rule),
      reason: row.reason,
      made_by: shownName(row.madeBy),
      made_at: isoInstant(row.madeAt),
    })),
    copies: copies.map(({ name }) => name),
  };
}

export const officeBatch: ViewerRule<{ batch: Batch; viewer: Viewer }> = async (check) => {
  const own = await ownBatchOf(check);
  if (own.viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return own;
};

/** As it is stored, with the minimums in the order of the parts: two people may have added one each. */
function inOrder(typed: ResultRule): ResultRule {
  const rule = calls.resultRule.parse(typed);
  const minimums = rule.minimums.toSorted((one, other) => parts.indexOf(one.of) - parts.indexOf(other.of));
  return { ...rule, minimums };
}

/** Once in a day's mail, for each student of the batch. The kind is one that earlier versions know. */
async function tellOfRule(
  writer: Writer,
  settings: Pick<Settings, 'requireConfirmedEmail'>,
  { batch, version, at }: { batch: Batch; version: number; at: number },
): Promise<void> {
  await notify(writer, {
    kind: 'dates-changed',
    event: `rule:${batch.id}:${version}`,
    accounts: await studentsToNotify(writer, batch.id, settings),
    about: 'result',
    text: 'The rule of your result has changed',
    href: resultAddress,
    now: at,
  });
}

export const ruleCalls = [
  read(calls.readResultRule, {
    who: ownBatchOf,
    run: ({ context: { database }, resource: { batch, viewer } }) =>
      presentBatchRule(database.reader, batch, viewer),
  }),

  act(calls.setResultRule, {
    who: officeBatch,
    changes: {
      async stored(writer, { resource: { batch } }) {
        await lockBatchById(writer, batch.id);
        return (await readRule(writer, batch.id)).rule;
      },
      keys: { minimums: 'of' },
      message: 'The rule of this batch was changed in the meantime. Your rule is not saved yet.',
      current: (writer, { resource: { batch, viewer } }) => presentBatchRule(writer, batch, viewer),
    },
    audit: 'set-result-rule',
    async run(writer, { resource: { batch, viewer }, body, context: { settings }, now }) {
      const { reason, began: _, ...typed } = body;
      const rule = inOrder(typed);
      const before = await readRule(writer, batch.id);
      if (JSON.stringify(rule) === JSON.stringify(inOrder(before.rule))) return { id: viewer.accountId };
      const problems = checkRule(typed).map(({ at, message }) => ({ name: at, message }));
      const isKnown = await hasReleasedMark(writer, batch.id);
      if (isKnown && reason === '')
        problems.push({ name: 'reason', message: 'Give a reason: students of this batch have marks' });
      const [first] = problems;
      if (first !== undefined) throw httpErrors.invalidFields(first.message, problems);
      const version = before.version + 1;
      const made = { version, rule, reason: reason === '' ? null : reason, madeAt: now };
      await addVersion(writer, batch.id, made, viewer.accountId);
      if (isKnown) await tellOfRule(writer, settings, { batch, version, at: now });
      return {
        id: viewer.accountId,
        audit: {
          subject: batch.name,
          before: { version: before.version, rule: before.rule },
          after: { version, rule, ...(reason !== '' && { reason }) },
        },
      };
    },
    answer: (reader, { resource: { batch, viewer } }) => presentBatchRule(reader, batch, viewer),
  }),
];

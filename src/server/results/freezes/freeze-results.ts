import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/results/freeze-calls';
import { resultAddress } from '#contract/results/addresses';
import { ruleSentences } from '#contract/results/sentences';
import { setFrozen } from '../../accounts/frozen-students.ts';
import { ownBatchOf } from '../../accounts/policy.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { lockBatchById } from '../../courses/batch-queries.ts';
import { releaseAll } from '../../marking/freeze/release-all.ts';
import { notify } from '../../notices/notify.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { officeBatch } from '../result-rule.ts';
import { readRow } from '../rule-rows.ts';
import { freezesOfBatch, resultsOfFreeze } from './freeze-queries.ts';
import { readContent } from './frozen-results.ts';
import {
  makeContents,
  presentBatchFreezes,
  presentFreeze,
  presentFreezes,
  presentNextFreeze,
  readNextFreeze,
  type NextStudent,
} from './next-freeze.ts';

const changedMessage =
  'Something has changed since you opened this page. Nothing is frozen yet. Check the list again.';

/** Once in a day's mail. The kind is one that earlier versions know. */
async function tellStudents(writer: Writer, frozen: readonly NextStudent[], freezeId: number, at: number) {
  for (const isIncomplete of [false, true]) {
    const accounts = frozen
      .filter(({ content, result }) => content === null && (result.state === 'incomplete') === isIncomplete)
      .map(({ student }) => student.accountId);
    await notify(writer, {
      kind: 'dates-changed',
      event: `freeze:${freezeId}`,
      accounts,
      about: 'result',
      text: isIncomplete ? 'Your result is closed and incomplete' : 'Your result is final',
      href: resultAddress,
      now: at,
    });
  }
}

/** @throws 404 for no number of a sheet */
export async function readSheet(
  reader: Reader,
  batch: { id: number; name: string },
  text: string,
): Promise<calls.Sheet> {
  const number = parseId(text);
  const freeze = (await freezesOfBatch(reader, { batchId: batch.id })).find((one) => one.number === number);
  if (freeze === undefined) throw httpErrors.notFound('There is no sheet with this number.');
  const rows = await resultsOfFreeze(reader, { freezeId: freeze.id });
  const results = rows.map(({ email, name, content }) => ({
    student: { s_id: email, s_name: shownName(name) },
    ...readContent(content),
  }));
  return {
    ...presentFreeze(freeze),
    batch: batch.name,
    rule: ruleSentences(readRow({ ...freeze, version: freeze.ruleVersion, madeAt: freeze.frozenAt }).rule),
    results,
  };
}

export const freezeCalls = [
  read(calls.readFreezes, {
    who: ownBatchOf,
    run: ({ context: { database }, resource: { batch } }) => presentFreezes(database.reader, batch),
  }),

  read(calls.readFreeze, {
    who: ownBatchOf,
    run: ({ context: { database }, resource: { batch }, params }) =>
      readSheet(database.reader, batch, params.number),
  }),

  // Each waits for the accounts' locks: a mark that is being saved is on the sheet or refused.
  act(calls.freezeResults, {
    who: officeBatch,
    audit: 'freeze-results',
    async run(writer, { resource: { batch, viewer }, body: { digest, incomplete, reason }, now }) {
      await lockBatchById(writer, batch.id);
      const { students: found } = await readNextFreeze(writer, batch);
      await lockAccounts(
        writer,
        found.map(({ student }) => student.accountId),
      );
      const next = await readNextFreeze(writer, batch);
      if (presentNextFreeze(next).digest !== digest)
        throw httpErrors.changedMeanwhile(changedMessage, presentBatchFreezes(batch, next));
      const isLeftOut = ({ content, result }: NextStudent) =>
        content === null && result.state === 'incomplete' && incomplete === 'leave_out';
      const chosen = next.students.filter((student) => !isLeftOut(student));
      const changed = chosen.filter(({ content }) => content === null);
      if (changed.length === 0) throw httpErrors.conflict('There is no result to freeze.');
      if (next.number > 1 && reason === '') throw httpErrors.badRequest('Give a reason for the next sheet.');
      const ids = new Set(changed.map(({ student }) => student.accountId));
      const releases = next.decided.unreleased.filter(({ accountId }) => ids.has(accountId));
      const emails = new Map(changed.map(({ student }) => [student.accountId, student.email]));
      await releaseAll(writer, releases, emails, { actorId: viewer.accountId, at: now });
      const by = { by: shownName(viewer.name), at: now };
      const contents = await makeContents(writer, batch, next, chosen, by);
      const { id } = await writer
        .insertInto('result_freezes')
        .values({
          batch_id: batch.id,
          number: next.number,
          rule_version: next.rule.version,
          rule: JSON.stringify(next.rule.rule),
          reason: reason === '' ? null : reason,
          frozen_by: viewer.accountId,
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
      await tellStudents(writer, chosen, id, now);
      return {
        id,
        audit: {
          subject: batch.name,
          after: {
            number: next.number,
            rule_version: next.rule.version,
            students: chosen.length,
            released: releases.length,
            left_out: next.students.length - chosen.length + next.leftOut.length,
            ...(reason !== '' && { reason }),
          },
        },
      };
    },
    taken: () => changedMessage,
    answer: (reader, { resource: { batch } }) => presentFreezes(reader, batch),
  }),
];

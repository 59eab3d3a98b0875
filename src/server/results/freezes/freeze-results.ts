import * as calls from '#contract/results/freeze-calls';
import { resultAddress } from '#contract/results/addresses';
import { ownBatchOf } from '../../accounts/policy.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { lockBatchById } from '../../courses/batch-queries.ts';
import { notify } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { officeBatch } from '../result-rule.ts';
import {
  presentBatchFreezes,
  presentFreezes,
  presentNextFreeze,
  readNextFreeze,
  type NextStudent,
} from './next-freeze.ts';
import { readFrozenSheet } from './read-frozen-sheet.ts';
import { writeFreeze } from './write-freeze.ts';

const changedMessage =
  'Something has changed since you opened this page. Nothing is frozen yet. Check the list again.';

/** In the bell and once in the day's mail. The kind must be one that earlier versions know. */
async function notifyStudents(writer: Writer, frozen: readonly NextStudent[], freezeId: number, at: number) {
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

export const freezeCalls = [
  read(calls.readFreezes, {
    who: ownBatchOf,
    run: ({ context: { database }, resource: { batch } }) => presentFreezes(database.reader, batch),
  }),

  read(calls.readFreeze, {
    who: ownBatchOf,
    run: ({ context, resource: { batch }, params }) => readFrozenSheet(context, batch, params.number),
  }),

  // Saving a mark locks the student's account too: a mark in progress is on the sheet or refused.
  act(calls.freezeResults, {
    who: officeBatch,
    audit: 'freeze-results',
    prepare: ({ context }) => receiptKeys(context),
    async run(writer, { context, resource: { batch, viewer }, body, prepared: pair, now }) {
      const { digest, incomplete, reason } = body;
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
      const { id, released } = await writeFreeze(
        writer,
        { batch, next, chosen, reason, by: viewer },
        { pair, settings: context.settings, now },
      );
      await notifyStudents(writer, chosen, id, now);
      return {
        id,
        audit: {
          subject: batch.name,
          after: {
            number: next.number,
            rule_version: next.rule.version,
            students: chosen.length,
            released,
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

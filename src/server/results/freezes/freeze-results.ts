import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/results/freeze-calls';
import { resultAddress } from '#contract/results/addresses';
import { ruleSentences } from '#contract/results/sentences';
import { ownBatchOf } from '../../accounts/policy.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { lockBatchById } from '../../courses/batch-queries.ts';
import { notify } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { fingerprintOf } from '../../platform/signing/key-pair.ts';
import type { SignedDocument } from '../../platform/signing/signed-document.ts';
import { receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { officeBatch } from '../result-rule.ts';
import { readRow } from '../rule-rows.ts';
import { freezesOfBatch, resultsOfFreeze, signedSheetOf, type FreezeRow } from './freeze-queries.ts';
import { readContent } from './frozen-results.ts';
import {
  presentBatchFreezes,
  presentFreeze,
  presentFreezes,
  presentNextFreeze,
  readNextFreeze,
  type NextStudent,
} from './next-freeze.ts';
import { readHeadings } from './sheet-headings.ts';
import { writeFreeze } from './write-freeze.ts';

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
export async function findFreeze(reader: Reader, batch: { id: number }, text: string): Promise<FreezeRow> {
  const number = parseId(text);
  const freeze = (await freezesOfBatch(reader, { batchId: batch.id })).find((one) => one.number === number);
  if (freeze === undefined) throw httpErrors.notFound('There is no sheet with this number.');
  return freeze;
}

/** @throws 404 for no number of a sheet */
export async function readSheet(
  { database: { reader }, settings }: Pick<AppContext, 'database' | 'settings'>,
  batch: { id: number; name: string },
  text: string,
): Promise<calls.Sheet> {
  const freeze = await findFreeze(reader, batch, text);
  const rows = await resultsOfFreeze(reader, { freezeId: freeze.id });
  const results = rows.map(({ email, name, content }) => ({
    student: { s_id: email, s_name: shownName(name) },
    ...readContent(content),
  }));
  const [signed] = await signedSheetOf(reader, { freezeId: freeze.id });
  const key = signed && (JSON.parse(signed.document) as SignedDocument).key;
  return {
    ...presentFreeze(freeze),
    batch: batch.name,
    signed:
      signed === undefined || key === undefined
        ? null
        : {
            number: signed.number,
            key,
            fingerprint: fingerprintOf(key),
            check_at: portalLink(settings, '/verify'),
          },
    rule: ruleSentences(readRow({ ...freeze, version: freeze.ruleVersion, madeAt: freeze.frozenAt }).rule),
    csv_format: (await readHeadings(reader)).format,
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
    run: ({ context, resource: { batch }, params }) => readSheet(context, batch, params.number),
  }),

  // Each waits for the accounts' locks: a mark that is being saved is on the sheet or refused.
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
      await tellStudents(writer, chosen, id, now);
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

import { instantOrNull } from '#contract/dates';
import { reachOf } from '#contract/results/reach';
import * as calls from '#contract/results/result-calls';
import { resultOf } from '#contract/results/result';
import { ruleSentences } from '#contract/results/sentences';
import { isStaff, selfOrMentor, signedIn } from '../accounts/policy.ts';
import type { StudentRow } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Reader } from '../platform/database/database.ts';
import { figuresOf, presentFrozen, readFrozen } from './freezes/frozen-results.ts';
import { readParts } from './parts.ts';
import { readRule } from './rule-rows.ts';

const student: ViewerRule<{ student: StudentRow; isForStaff: boolean }> = async (check) => ({
  student: await selfOrMentor(check),
  isForStaff: isStaff(signedIn(check)),
});

/** Of released marks alone, but for what staff get beside them. */
async function readStudentResult(
  reader: Reader,
  { accountId, batchId }: Pick<StudentRow, 'accountId' | 'batchId'>,
  isForStaff: boolean,
): Promise<calls.StudentResult> {
  const frozen = (await readFrozen(reader, [accountId])).get(accountId);
  if (frozen !== undefined) return presentFrozen(frozen, isForStaff);
  const { version, rule, reason, madeAt } = await readRule(reader, batchId);
  const parts = (await readParts(reader, [accountId])).get(accountId);
  if (parts === undefined) throw new Error(`account ${accountId} has no parts`);
  const { least, most, sentence } = reachOf(rule, parts.released);
  return {
    ...resultOf(rule, parts.released),
    rule: { version, sentences: ruleSentences(rule), reason, made_at: instantOrNull(madeAt) },
    reach: { least, most, sentence },
    ...(isForStaff && { with_unreleased: figuresOf(resultOf(rule, parts.all)) }),
  };
}

export const resultCalls = [
  read(calls.readResult, {
    who: student,
    run: ({ context: { database }, resource: { student: of, isForStaff } }) =>
      readStudentResult(database.reader, of, isForStaff),
  }),
];

import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import * as calls from '#contract/results/freeze-calls';
import { resultAddress } from '#contract/results/addresses';
import { frozenStudent, openFrozen } from '../../accounts/frozen-students.ts';
import { administratorOfStudent } from '../../accounts/policy.ts';
import { lockAccounts, type StudentRow } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { notify } from '../../notices/notify.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { freezeById } from './freeze-queries.ts';
import { readFrozen } from './frozen-results.ts';

async function presentStanding(
  reader: Reader | Writer,
  { accountId, email, name }: Pick<StudentRow, 'accountId' | 'email' | 'name'>,
): Promise<calls.FrozenStanding> {
  const student = { s_id: email, s_name: shownName(name) };
  const [row] = await frozenStudent(reader, { accountId });
  const [freeze] = row === undefined ? [] : await freezeById(reader, { id: row.freezeId });
  if (row === undefined || freeze === undefined) return { student, frozen: null };
  const { openedAt, openedBy, reason } = row;
  return {
    student,
    frozen: {
      ...freeze,
      opened:
        openedAt === null
          ? null
          : { at: isoInstant(openedAt), by: shownName(openedBy ?? ''), reason: reason ?? '' },
    },
  };
}

export const openingCalls = [
  act(calls.openResult, {
    who: administratorOfStudent,
    // An older page must not open what a colleague has opened, corrected and frozen again.
    changes: {
      async stored(writer, { resource: { student } }) {
        await lockAccounts(writer, [student.accountId]);
        const frozen = (await readFrozen(writer, [student.accountId])).get(student.accountId);
        return { since: frozen?.content.since.number ?? null };
      },
      seen: ['since'],
      message: 'The result was opened and frozen again since you opened this page. Reload the page.',
      current: (writer, { resource: { student } }) => presentStanding(writer, student),
    },
    audit: 'open-result',
    async run(writer, { resource: { student, viewer }, body: { reason }, now }) {
      const { accountId, email } = student;
      if (!(await openFrozen(writer, { accountId, by: viewer.accountId, at: now, reason })))
        throw httpErrors.conflict('This result is not frozen.');
      await notify(writer, {
        kind: 'dates-changed',
        event: `open-result:${accountId}:${now}`,
        accounts: [accountId],
        about: 'result',
        text: 'The office has opened your result to correct it',
        href: resultAddress,
        now,
      });
      return { id: accountId, audit: { subject: email, aboutId: accountId, after: { reason } } };
    },
    answer: (reader, { resource: { student } }) => presentStanding(reader, student),
  }),
];

import { z } from 'zod';
import {
  bankLimits,
  mostOf,
  questionLists,
  type QuestionList,
  type VivaBank,
} from '#contract/projects/viva-bank';
import { isSeen } from '#contract/unseen';
import { optionalTextField, textField } from '../../platform/import-files/fields.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import type { Located } from '../../platform/import-files/source-location.ts';
import type { Reader } from '../../platform/database/database.ts';
import { lockProject } from '../queries.ts';
import { banksOf, changedParts, emptyBank, writeBank } from './bank.ts';

const question = textField(bankLimits.question)
  .refine(isSeen, 'must have visible characters')
  .regex(/^[^\r\n]*$/, 'must be on one line');

const listOf = (list: QuestionList) => {
  const message = `must be a list of at most ${mostOf(list)} questions`;
  return z.array(question, message).max(mostOf(list), message).optional();
};

/** `viva` in `projects.yaml`; absent parts are unchanged, an empty list or text removes one. */
export const bankRecord = z
  .strictObject(
    {
      ...(Object.fromEntries(questionLists.map((list) => [list, listOf(list)])) as Record<
        QuestionList,
        ReturnType<typeof listOf>
      >),
      bring: optionalTextField(bankLimits.bring),
    },
    `must give questions by step (${questionLists.join(', ')}), and the text bring`,
  )
  .optional();

type ProjectRecord = { id: string; viva?: z.output<typeof bankRecord> };

export async function planBanks(
  database: Reader,
  records: readonly Located<ProjectRecord>[],
  now: number,
): Promise<Plan> {
  const given = records.flatMap(({ value: { id, viva } }) => (viva === undefined ? [] : [{ id, viva }]));
  const stored = await banksOf(
    database,
    given.map(({ id }) => id),
  );
  const writes = given.flatMap(({ id, viva }) => {
    const before = stored.get(id) ?? emptyBank();
    const named = Object.entries(viva).filter(([, value]) => value !== undefined);
    const after: VivaBank = { ...before, ...Object.fromEntries(named) };
    const changed = changedParts(before, after);
    return changed.length === 0 ? [] : [{ id, before, after, changed, isNew: !stored.has(id) }];
  });
  return {
    noun: 'viva questions',
    changes: writes.map(({ id, changed, isNew }) => ({
      kind: isNew ? 'added' : 'changed',
      what: `viva questions of ${id}`,
      ...(!isNew && { fields: changed }),
    })),
    unchanged: given.length - writes.length,
    async write(writer, actorId) {
      for (const { id, before, after } of writes) {
        await lockProject(writer, id);
        await writeBank(writer, id, { before, after }, { actorId, at: now });
      }
    },
  };
}

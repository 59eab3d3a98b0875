import { readOwnBriefs } from '#contract/projects/brief-calls';
import { readVivaPreparation } from '#contract/projects/viva-bank-calls';
import { readSelection } from '#contract/selections/calls';
import { selfOrMentor } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { presentTaskBriefs } from '../projects/briefs.ts';
import { bankOfRows, presentAsked } from '../projects/viva-bank/bank.ts';
import { presentSelection } from './presenter.ts';
import { studentCourse } from './student-course.ts';
import { briefsOfStudent, preparationOfStudent, rubricsOfStudent, selectionOfStudent } from './queries.ts';

export const ownSelectionCalls = [
  studentCourse,

  read(readSelection, {
    who: selfOrMentor,
    async run({ context, resource }) {
      const rows = await selectionOfStudent(context.database.reader, { accountId: resource.accountId });
      return rows.map((row) => presentSelection(resource, row));
    },
  }),

  read(readOwnBriefs, {
    who: selfOrMentor,
    async run({ context: { database }, resource: { accountId } }) {
      const of = { accountId };
      const [briefs, lines] = await Promise.all([
        briefsOfStudent(database.reader, of),
        rubricsOfStudent(database.reader, of),
      ]);
      return presentTaskBriefs(briefs, lines);
    },
  }),

  read(readVivaPreparation, {
    who: selfOrMentor,
    async run({ context, resource: { accountId } }) {
      const rows = await preparationOfStudent(context.database.reader, { accountId });
      const { samples, bring } = bankOfRows(rows);
      const [words = null] = await presentAsked(bring === '' ? [] : [bring]);
      return { samples: await presentAsked(samples), bring: words };
    },
  }),
];

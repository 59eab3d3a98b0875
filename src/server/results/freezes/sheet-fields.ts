import { shownName } from '#contract/accounts/person-name';
import { tasks } from '#contract/dates';
import type { FrozenContent } from '#contract/results/freeze-calls';
import { ruleSentences } from '#contract/results/sentences';
import type { ResultRule } from '#contract/results/rule';
import { outcomeWords, partInWords } from '#contract/results/sheet-words';
import { taskLabel } from '../../submissions/open-task.ts';

type Field = { name: string; value: string | string[] };

/** Of each student's line. */
const columns = [
  'Name',
  'Email',
  'Project',
  ...tasks.map(taskLabel),
  'Result',
  'Grade',
  'Outcome',
  'Rule version',
  'Since sheet',
];

type Student = { email: string; name: string; content: FrozenContent };

const studentField = ({ email, name, content }: Student): Field => ({
  name: 'student',
  value: [
    shownName(name),
    email,
    content.project,
    ...content.lines.map(partInWords),
    String(content.result ?? ''),
    content.grade ?? '',
    outcomeWords(content),
    String(content.rule_version),
    String(content.since.number),
  ],
});

export type SheetToSign = {
  academy: string;
  batch: string;
  /** Within the batch. */
  number: number;
  ruleVersion: number;
  rule: ResultRule;
  by: string;
  students: readonly Student[];
};

/** What is signed: of the sheet, and one field for each student in the order of the paper. */
export function sheetFields(sheet: SheetToSign): { own: Field[]; students: Field[] } {
  const { academy, batch, number, ruleVersion, rule, by, students } = sheet;
  const texts = {
    academy,
    course: [...new Set(students.map(({ content }) => content.course))].join(', '),
    batch,
    sheet: String(number),
    frozen_by: by,
    rule_version: String(ruleVersion),
    rule: ruleSentences(rule),
    students: String(students.length),
    columns,
  };
  return {
    own: Object.entries(texts).map(([name, value]) => ({ name, value })),
    students: students.map(studentField),
  };
}

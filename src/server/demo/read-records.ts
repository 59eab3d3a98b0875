import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { roles } from '#contract/accounts/calls';
import { tasks } from '#contract/dates';
import { postFormats } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { recordStatuses } from '#contract/marking/recorded';
import { isPoints } from '#contract/projects/rubric-rules';
import { textField } from '../platform/import-files/fields.ts';
import { ImportRefused, type ImportError } from '../platform/import-files/source-location.ts';
import { readYamlRecords } from '../platform/import-files/yaml-records.ts';

const email = textField(limits.email);
const projectId = textField(40);
const daysAgo = z.number().min(0);

const person = z.strictObject({
  email,
  name: textField(limits.name),
  phone: textField(20),
  batch: textField(limits.batch).nullable(),
  role: z.enum(roles),
  exit_score: z.number().optional(),
  grade: textField(20).optional(),
});
export type Person = z.output<typeof person>;

/** Some days ago, or at an instant of a batch that is over. */
const selection = z.strictObject({
  email,
  project: projectId,
  started_days_ago: daysAgo.optional(),
  started_at: z.iso.datetime({ offset: true }).optional(),
});
export type DemoSelection = z.output<typeof selection>;

const submission = z.strictObject({
  email,
  task: z.enum(tasks),
  days_after_start: daysAgo,
  links: z.string(),
  comments: z.string(),
  file: z.strictObject({ name: textField(limits.fileName), text: z.string().min(1) }).optional(),
  marks: z.number().optional(),
  mark_comments: z.string().optional(),
  released: z.boolean().optional(),
  /** At lines of its file. */
  line_comments: z
    .array(z.strictObject({ line: z.number().int().min(1), text: textField(limits.lineComment) }))
    .default([]),
});
export type DemoSubmission = z.output<typeof submission>;

/** A mark without a file, released. */
const recorded = z.strictObject({
  email,
  task: z.enum(tasks),
  status: z.enum(recordStatuses),
  marks: z.number().optional(),
  comments: textField(limits.markComments),
});
export type DemoRecord = z.output<typeof recorded>;

/** Plain text by default. */
const format = z.enum(postFormats).optional();

const question = z.strictObject({
  author: email,
  days_ago: daysAgo,
  text: textField(limits.question),
  format,
  anonymous: z.boolean().default(false),
  answers: z
    .array(z.strictObject({ author: email, days_ago: daysAgo, text: textField(limits.answer), format }))
    .default([]),
  /** The answer marked as solution, counted from 1. */
  solved_by: z.number().int().min(1).optional(),
  edited: z.strictObject({ days_ago: daysAgo, before: textField(limits.question) }).optional(),
  favorite_of: z.array(email).default([]),
  viewed_by: z.array(email).default([]),
});
export type DemoQuestion = z.output<typeof question>;

const submitted = /^(?<state>[RHS])(?<marks>\d{1,3})?(?<late>L)?$/;

/** A student's submissions in task order, as in `R82 H64 S`: released, held or unmarked; with L for a late one. */
const work = z.string().transform((text, context) =>
  text
    .split(' ')
    .filter((code) => code !== '')
    .map((code) => {
      const groups = submitted.exec(code)?.groups;
      if (groups === undefined || (groups['state'] === 'S') !== (groups['marks'] === undefined))
        context.addIssue(`${code} is not valid: use R or H with marks, or S; add L if late`);
      return {
        marks: groups?.['marks'] === undefined ? null : Number(groups['marks']),
        isReleased: groups?.['state'] === 'R',
        isAfterDue: groups?.['late'] === 'L',
      };
    }),
);

const student = z.strictObject({
  name: textField(limits.name),
  project: projectId.optional(),
  started_days_ago: daysAgo.optional(),
  /** Null for a student who has never logged in. */
  seen_days_ago: daysAgo.nullable(),
  typed_batch: textField(limits.batch).optional(),
  work,
});
export type ClassStudent = z.output<typeof student>;

const texts = z.strictObject({
  task: z.enum(tasks),
  comments: z.array(textField(limits.submissionText)).min(1),
  remarks: z.array(textField(limits.markComments)).min(1),
});

const paper = z.strictObject({
  project: projectId,
  task: z.enum(tasks),
  brief: textField(limits.brief),
  rubric: z.array(
    z.strictObject({
      text: textField(limits.rubricLine),
      points: z.number().refine(isPoints),
      optional: z.boolean().default(false),
    }),
  ),
});

export type ClassRecords = Pick<Awaited<ReturnType<typeof readRecords>>, 'students' | 'texts' | 'papers'>;

/** Reads the demo's people with their work, and its class at mixed stages. @throws ImportRefused */
export async function readRecords(folder: string) {
  const faults: ImportError[] = [];
  const read = async <S extends z.ZodObject>(name: string, schema: S): Promise<z.output<S>[]> => {
    const file = path.join(folder, name);
    return readYamlRecords(file, await readFile(file, 'utf8'), schema, faults).map(({ value }) => value);
  };
  const records = {
    people: await read('people.yaml', person),
    selections: await read('selections.yaml', selection),
    submissions: await read('submissions.yaml', submission),
    recorded: await read('recorded.yaml', recorded),
    questions: await read('questions.yaml', question),
    students: await read('class.yaml', student),
    texts: await read('class-texts.yaml', texts),
    papers: await read('class-papers.yaml', paper),
  };
  if (faults.length > 0) throw new ImportRefused(faults);
  return records;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { roles } from '#contract/accounts/calls';
import { tasks } from '#contract/dates';
import { postFormats } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { textField } from '#server/platform/import-files/fields';
import { ImportRefused, type ImportError } from '#server/platform/import-files/source-location';
import { readYamlRecords } from '#server/platform/import-files/yaml-records';

const email = textField(limits.email);
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

/** A choice of a project: so many days ago, or at an instant of a batch that is over. */
const selection = z.strictObject({
  email,
  project: textField(40),
  started_days_ago: daysAgo.optional(),
  started_at: z.iso.datetime({ offset: true }).optional(),
});

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
});

/** Of a text; plain without one. */
const format = z.enum(postFormats).optional();

const question = z.strictObject({
  author: email,
  days_ago: daysAgo,
  text: textField(limits.question),
  format,
  /** Whether classmates are not told who asked. */
  anonymous: z.boolean().default(false),
  answers: z
    .array(z.strictObject({ author: email, days_ago: daysAgo, text: textField(limits.answer), format }))
    .default([]),
  /** Which of the answers is marked, counted from 1. */
  solved_by: z.number().int().min(1).optional(),
  /** What it said before its author's edit. */
  edited: z.strictObject({ days_ago: daysAgo, before: textField(limits.question) }).optional(),
  favorite_of: z.array(email).default([]),
  viewed_by: z.array(email).default([]),
});

export type DemoRecords = Awaited<ReturnType<typeof readDemoRecords>>;
export type Person = z.output<typeof person>;
export type DemoSubmission = z.output<typeof submission>;

/** Reads the demo's people and what they did. */
export async function readDemoRecords(folder: string) {
  const faults: ImportError[] = [];
  const read = async <S extends z.ZodObject>(name: string, schema: S): Promise<z.output<S>[]> => {
    const file = path.join(folder, name);
    return readYamlRecords(file, await readFile(file, 'utf8'), schema, faults).map(({ value }) => value);
  };
  const records = {
    people: await read('people.yaml', person),
    selections: await read('selections.yaml', selection),
    submissions: await read('submissions.yaml', submission),
    questions: await read('questions.yaml', question),
  };
  if (faults.length > 0) throw new ImportRefused(faults);
  return records;
}

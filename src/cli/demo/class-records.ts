import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { isPoints } from '#contract/projects/rubric-rules';
import { textField } from '#server/platform/import-files/fields';
import { ImportRefused, type ImportError } from '#server/platform/import-files/source-location';
import { readYamlRecords } from '#server/platform/import-files/yaml-records';

const daysAgo = z.number().min(0);

const handIn = /^(?<state>[RHS])(?<marks>\d{1,3})?(?<late>L)?$/;

/** The hand-ins of a student, in the order of the tasks: `R82 H64 S`, with L for what came after its due day. */
const work = z.string().transform((text, context) =>
  text
    .split(' ')
    .filter((code) => code !== '')
    .map((code) => {
      const groups = handIn.exec(code)?.groups;
      if (groups === undefined || (groups['state'] === 'S') !== (groups['marks'] === undefined))
        context.addIssue(`${code} is no hand-in: R or H with marks, or S, and L for late`);
      return {
        marks: groups?.['marks'] === undefined ? null : Number(groups['marks']),
        isReleased: groups?.['state'] === 'R',
        isAfterDue: groups?.['late'] === 'L',
      };
    }),
);

const student = z.strictObject({
  name: textField(limits.name),
  project: textField(40).optional(),
  started_days_ago: daysAgo.optional(),
  /** Null for somebody who has never logged in. */
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
  project: textField(40),
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

export type ClassRecords = Awaited<ReturnType<typeof readClassRecords>>;

/** Reads the demo's class at mixed stages. */
export async function readClassRecords(folder: string) {
  const faults: ImportError[] = [];
  const read = async <S extends z.ZodObject>(name: string, schema: S): Promise<z.output<S>[]> => {
    const file = path.join(folder, name);
    return readYamlRecords(file, await readFile(file, 'utf8'), schema, faults).map(({ value }) => value);
  };
  const records = {
    students: await read('class.yaml', student),
    texts: await read('class-texts.yaml', texts),
    papers: await read('class-papers.yaml', paper),
  };
  if (faults.length > 0) throw new ImportRefused(faults);
  return records;
}

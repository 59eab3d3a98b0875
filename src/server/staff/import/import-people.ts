import { z } from 'zod';
import { batchKey, isEmail, limits, normalizeEmail } from '#contract/limits';
import { mergeImportedProfile, type ImportedProfile } from '../../accounts/imported-profiles.ts';
import { writePeople, type PersonWrite } from '../../accounts/write-imported-people.ts';
import { recordActs } from '../../audit/record-act.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { ImportError, Located } from '../../platform/import-files/source-location.ts';
import { differingFields, type Plan } from '../../platform/import-files/plan.ts';
import { otherCourseMessage } from '../../selections/refuse-other-course.ts';
import { readPeopleState, type PersonState } from './read-people-state.ts';

const email = z
  .string('is missing')
  .transform(normalizeEmail)
  .pipe(z.string().refine(isEmail, 'must be an e-mail address'));

const scorePattern = /^(?:\d{1,3}(?:\.\d{1,6})?)?$/;
const scoreMessage = 'must be a number from 0 to 100, or empty';
const score = z
  .string()
  .regex(scorePattern, scoreMessage)
  .transform((value) => (value === '' ? null : Number(value)))
  .refine((value) => value === null || value <= 100, scoreMessage);

const orNull = (value: string) => (value === '' ? null : value);

/** A line of `people.csv`; an empty cell means not known, and changes nothing. */
export const personRecord = z.strictObject({
  email,
  batch: z
    .string()
    .max(limits.batch, `must have at most ${limits.batch} characters`)
    .transform(orNull)
    .default(null),
  exit_score: score.default(null),
  grade: z.string().max(20, 'must have at most 20 characters').transform(orNull).default(null),
});
type PersonRecord = z.output<typeof personRecord>;

const nobody: PersonState = { waiting: null, account: null };

/**
 * Plans what an import says about people. It waits beside the address, and reaches an account at once only when the
 * account's address is confirmed.
 * @param batches the batches that there will be, by their name's key
 */
export async function planPeople(
  database: Reader,
  records: readonly Located<PersonRecord>[],
  batches: ReadonlyMap<string, { name: string; courseKey: string }>,
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const states = await readPeopleState(
    database,
    records.map(({ value }) => value.email),
  );
  const seen = new Set<string>();
  const writes: PersonWrite[] = [];
  for (const { value, at } of records) {
    if (seen.has(value.email)) faults.push({ ...at('email'), message: `${value.email} is there twice` });
    seen.add(value.email);
    const { waiting, account } = states.get(value.email) ?? nobody;
    if (account !== null && account.role !== 'student') {
      faults.push({ ...at('email'), message: `${value.email} is a ${account.role}, not a student` });
      continue;
    }
    const batch = value.batch === null ? null : batchKey(value.batch);
    const known = batch === null ? null : batches.get(batch);
    if (known === undefined) {
      const names = [...batches.values()].map(({ name }) => name).sort();
      const listed = names.slice(0, 20).join(', ') || 'none yet (give batches.yaml)';
      faults.push({ ...at('batch'), message: `unknown batch "${value.batch}"; known: ${listed}` });
      continue;
    }
    if (known !== null && account?.chosen && account.chosen.courseKey !== known.courseKey) {
      faults.push({ ...at('batch'), message: otherCourseMessage(account.chosen, known.name) });
      continue;
    }
    const imported: ImportedProfile = { batch, exit_score: value.exit_score, grade: value.grade };
    const nothing: ImportedProfile = { batch: null, exit_score: null, grade: null };
    const write: PersonWrite = {
      email: value.email,
      waiting: { before: waiting, after: mergeImportedProfile(waiting ?? nothing, imported) },
      account:
        account === null || !account.isConfirmed
          ? null
          : {
              id: account.id,
              before: account.profile,
              after: mergeImportedProfile(account.profile, imported),
            },
    };
    if (fieldsOf(write).length > 0 || waiting === null) writes.push(write);
  }
  return {
    noun: 'people',
    changes: writes.map((write) =>
      write.waiting.before === null
        ? { kind: 'added', what: `person ${write.email}` }
        : { kind: 'changed', what: `person ${write.email}`, fields: fieldsOf(write) },
    ),
    unchanged: records.length - writes.length,
    async write(writer) {
      await writePeople(writer, writes, now);
      await recordActs(
        writer,
        writes.map((write) => ({
          at: now,
          actorId: null,
          act: 'import-person',
          subject: write.email,
          before: write.account?.before ?? write.waiting.before,
          after: write.account?.after ?? write.waiting.after,
        })),
      );
    },
  };
}

function fieldsOf({ waiting, account }: PersonWrite): string[] {
  const changed = [
    ...(waiting.before === null ? [] : differingFields(waiting.before, waiting.after)),
    ...(account === null ? [] : differingFields(account.before, account.after)),
  ];
  return [...new Set(changed)];
}

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { httpErrors } from '../platform/http/http-errors.ts';
import { issueMessage } from '../platform/import-files/source-location.ts';

/** A hash of the entry. */
export function versionOf(fields: object): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
}

/** As an import does. @throws 400 with the first error, and all of them as `fields` */
export function checkFields<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const wrong = issues.map(({ path: [name, ...rest], ...issue }) => ({
    name: String(name ?? ''),
    message: issueMessage({ ...issue, path: rest }),
  }));
  throw httpErrors.invalidFields(issueMessage(issues[0] as z.core.$ZodIssue), wrong);
}

/** Of a removal. */
export const removalComparison = (noun: Noun) => ({
  seen: ['version'],
  message: `This ${noun} was changed in the meantime. It is not removed yet.`,
  current: (_writer: unknown, _request: unknown, { entry }: { entry: object }) => entry,
});

type Noun = 'course' | 'batch' | 'project';

/** Without the members that are conditions, as it is hashed with the Idempotency-Key. */
export function fieldsOf<Body extends object>(body: Body): Omit<Body, 'version' | 'began'> {
  const { version: _, began: __, ...fields } = body as Body & { version?: unknown; began?: unknown };
  return fields;
}

/**
 * Without `began`, `version` is the one that the editor saw.
 * @param wanted the version after the change
 * @returns whether the body would overwrite a change of others
 */
export const isOlder = (
  { version: seen }: { version?: string | undefined },
  current: { version: string },
  wanted: string,
): boolean => seen !== undefined && seen !== current.version && wanted !== current.version;

/**
 * What is stored with a key. Version 1.0.0 stored the account there and finds the entry by the name in the body, which
 * may have another one since: an entry's own id is negative.
 */
export const madeEntry = (id: number): number => -id;

export const entryMade = (madeId: number): number | null => (madeId < 0 ? -madeId : null);

/** Archiving and restoring are events of their own. */
export function entryEvent<Of extends Noun>(
  noun: Of,
  before: { is_retired: boolean } | null,
  after: { is_retired: boolean },
): `${'add' | 'change' | 'retire' | 'bring-back'}-${Of}` {
  if (before === null) return `add-${noun}`;
  if (before.is_retired === after.is_retired) return `change-${noun}`;
  return after.is_retired ? `retire-${noun}` : `bring-back-${noun}`;
}

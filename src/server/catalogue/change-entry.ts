import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { makeOnce, type KeyedRequest } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { issueMessage } from '../platform/import-files/source-location.ts';

/** With the request's Idempotency-Key. */
export type Editor = { accountId: number; key: string | null };

type Context = Pick<AppContext, 'database' | 'clock'>;

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

type Noun = 'course' | 'batch' | 'project';
type Request = Editor & Pick<KeyedRequest, 'kind' | 'content'>;

/**
 * Runs an edit once for each Idempotency-Key, in a transaction.
 * @param taken the error for a name in use
 * @param result reads the answer, also for a repetition
 */
export async function editOnce<Result>(
  { database, clock }: Context,
  { accountId, kind, key, content }: Request,
  edit: (writer: Writer, now: number) => Promise<void>,
  result: (writer: Writer) => Promise<Result>,
  taken = 'This name is already in use.',
): Promise<Result> {
  const now = clock.now();
  return database.transaction(async (writer) => {
    try {
      await makeOnce(writer, { accountId, kind, key, content, now }, async () => {
        await edit(writer, now);
      });
    } catch (error) {
      throw isUniqueViolation(error) ? httpErrors.conflict(taken) : error;
    }
    return result(writer);
  });
}

/** Audited. */
export async function remove(
  context: Context,
  { noun, name, ...editor }: Editor & { noun: Noun | 'catalogue-file'; name: string },
  take: (writer: Writer) => Promise<{ subject: string; before: object }>,
): Promise<void> {
  await editOnce(
    context,
    { ...editor, kind: `${noun}-removal`, content: [name] },
    async (writer, at) => {
      const act = { at, actorId: editor.accountId, act: `remove-${noun}` } as const;
      await recordAuditEvent(writer, { ...act, ...(await take(writer)), after: null });
    },
    async () => {},
  );
}

/**
 * @param wanted the version after the change
 * @param seen the version that the editor saw; undefined skips the check
 * @returns false where nothing changes
 * @throws 409 with `current` after a change by others
 */
export function mustChange<Entry extends { version: string }>(
  current: Entry,
  { wanted, seen, message }: { wanted: string; seen: string | undefined; message: string },
): boolean {
  if (current.version === wanted) return false;
  if (seen !== undefined && current.version !== seen) throw httpErrors.changedMeanwhile(message, current);
  return true;
}

/** Archiving and restoring are events of their own. */
export function actOf<Of extends Noun>(
  noun: Of,
  before: { is_retired: boolean } | null,
  after: { is_retired: boolean },
): `${'add' | 'change' | 'retire' | 'bring-back'}-${Of}` {
  if (before === null) return `add-${noun}`;
  if (before.is_retired === after.is_retired) return `change-${noun}`;
  return after.is_retired ? `retire-${noun}` : `bring-back-${noun}`;
}

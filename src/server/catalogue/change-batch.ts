import type { z } from 'zod';
import type { addBatch as addCall, BatchEntry, changeBatch as changeCall } from '#contract/catalogue/calls';
import { batchKey } from '#contract/limits';
import { forgetTypedName, hasPeople } from '../accounts/imported-profiles.ts';
import { batchRecord, mergeMentors, notDefault } from '../courses/import-batches.ts';
import {
  batchFormerlyNamed,
  lockBatch,
  removeUnusedBatch,
  storedBatchKey,
} from '../courses/batch-queries.ts';
import { findBatch, type BatchState, type ExistingBatch } from '../courses/read-batch-state.ts';
import { stepDown, writeBatches, type BatchWrite } from '../courses/write-batches.ts';
import { readCourseState } from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { idsOfBatchesWithSelections } from '../selections/queries.ts';
import { offeredCourseKey } from './change-course.ts';
import { actOf, checkFields, editOnce, mustChange, remove, versionOf, type Editor } from './change-entry.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** By the current or a former name. */
async function keyMeant(database: Reader, name: string): Promise<string> {
  return (await batchFormerlyNamed(database, name))?.name_key ?? storedBatchKey(database, name);
}

/** By the current or a former name, regardless of case and spaces. @throws 404 */
export async function requireBatch(database: Reader, name: string): Promise<ExistingBatch> {
  const found = await findBatch(database, await keyMeant(database, name));
  if (found === undefined) throw httpErrors.notFound(`There is no batch "${name}".`);
  return found;
}

/** Dates have their own screen and conflict. */
const dateFields = {
  viva_deadline: true,
  due: true,
  extension_days: true,
  choose_from: true,
  choose_until: true,
} as const;

function versionOfBatch(state: BatchState): string {
  const shown = Object.entries(state).filter(([name]) => name !== 'starts_at' && !(name in dateFields));
  return versionOf(shown.toSorted());
}

export async function presentBatch(
  database: Reader,
  { id, state, linkedMentors }: ExistingBatch,
): Promise<BatchEntry> {
  const course = (await readCourseState(database)).get(state.course);
  return {
    name: state.name,
    course: course?.state.name ?? state.course,
    open: state.is_open,
    default: state.is_default,
    comment_first: state.comment_first,
    joining: state.joining,
    declaration: state.declaration,
    mentors: state.mentors,
    accounts: linkedMentors.toSorted(),
    retired: state.is_retired,
    used: await hasPeople(database, id),
    version: versionOfBatch(state),
  };
}

async function write(
  writer: Writer,
  { accountId }: Editor,
  at: number,
  change: BatchWrite & { after: BatchState },
): Promise<void> {
  const { before, after } = change;
  const by = { actorId: accountId, at };
  if (after.is_default && after.joining === 'invited')
    throw httpErrors.badRequest(`${notDefault.charAt(0).toUpperCase()}${notDefault.slice(1)}.`);
  if (after.is_default)
    await writeBatches(writer, await stepDown(writer, await storedBatchKey(writer, (before ?? after).name)), {
      ...by,
      act: 'change-batch',
    });
  await writeBatches(writer, [change], { ...by, act: actOf('batch', before, after) });
}

const taken = (name: string) => `There is already a batch "${name}".`;

/** @throws 400 for invalid fields; 409 for a name in use, or a key of another request */
export async function addBatch(
  context: Context,
  editor: Editor,
  body: z.output<typeof addCall.body>,
): Promise<BatchEntry> {
  const fields = checkFields(batchRecord(context.settings.academyZone), body);
  return editOnce(
    context,
    { ...editor, kind: 'batch', content: ['add', body] },
    async (writer, at) => {
      const other = await findBatch(writer, await storedBatchKey(writer, fields.name));
      if (other !== undefined) throw httpErrors.conflict(taken(other.state.name));
      const after: BatchState = {
        name: fields.name,
        course: await offeredCourseKey(writer, fields.course, undefined),
        starts_at: fields.start,
        viva_deadline: fields.viva_deadline ?? null,
        is_open: fields.open,
        is_default: fields.default,
        comment_first: fields.comment_first ?? false,
        joining: fields.joining ?? 'anyone',
        due: null,
        extension_days: null,
        choose_from: null,
        choose_until: null,
        declaration: fields.declaration ?? null,
        is_retired: false,
        mentors: mergeMentors(fields.mentors ?? [], []),
      };
      await write(writer, editor, at, { id: null, before: null, after });
    },
    async (writer) => presentBatch(writer, await requireBatch(writer, fields.name)),
    taken(fields.name),
  );
}

/**
 * Changes, archives or restores a batch, but not its dates. A mentor with an account stays.
 * @throws 400 for invalid fields; 404; 409 with `current` after a change by others
 */
export async function changeBatch(
  context: Context,
  editor: Editor,
  batch: string,
  { version, ...body }: z.output<typeof changeCall.body>,
): Promise<BatchEntry> {
  const schema = batchRecord(context.settings.academyZone).omit({ start: true, ...dateFields });
  const fields = checkFields(schema, body);
  const isRetired = fields.retired ?? false;
  if (isRetired && fields.default) throw httpErrors.badRequest('An archived batch cannot be the default.');
  return editOnce(
    context,
    { ...editor, kind: 'batch', content: [batch, body] },
    async (writer, at) => {
      await lockBatch(writer, await keyMeant(writer, batch));
      const found = await requireBatch(writer, batch);
      const after: BatchState = {
        ...found.state,
        name: fields.name,
        course: await offeredCourseKey(writer, fields.course, found.state.course),
        is_open: fields.open && !isRetired,
        is_default: fields.default,
        comment_first: fields.comment_first ?? false,
        joining: fields.joining ?? found.state.joining,
        declaration: fields.declaration === undefined ? found.state.declaration : fields.declaration,
        is_retired: isRetired,
        mentors: mergeMentors(fields.mentors ?? [], found.linkedMentors),
      };
      const current = await presentBatch(writer, found);
      const message = 'This batch was changed in the meantime. Your version is not saved yet.';
      if (!mustChange(current, { wanted: versionOfBatch(after), seen: version, message })) return;
      const other = await findBatch(writer, await storedBatchKey(writer, fields.name));
      if (other !== undefined && other.id !== found.id) throw httpErrors.conflict(taken(other.state.name));
      if (after.course !== found.state.course && (await idsOfBatchesWithSelections(writer)).has(found.id))
        throw httpErrors.badRequest(
          `Students of ${found.state.name} have already chosen projects, so its course must stay "${current.course}".`,
        );
      await write(writer, editor, at, { id: found.id, before: found.state, after });
      if (batchKey(after.name) !== batchKey(found.state.name))
        await forgetTypedName(writer, found.id, batchKey(found.state.name));
    },
    async (writer) => presentBatch(writer, await requireBatch(writer, fields.name)),
    taken(fields.name),
  );
}

/** @throws 404; 409 while the batch is in use */
export async function removeBatch(context: Context, editor: Editor, batch: string): Promise<void> {
  await remove(context, { ...editor, noun: 'batch', name: batch }, async (writer) => {
    await lockBatch(writer, await keyMeant(writer, batch));
    const { id, state } = await requireBatch(writer, batch);
    await removeUnusedBatch(writer, { id, name: state.name });
    return { subject: state.name, before: state };
  });
}

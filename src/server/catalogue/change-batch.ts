import type { z } from 'zod';
import * as calls from '#contract/catalogue/calls';
import type { BatchEntry } from '#contract/catalogue/calls';
import { batchKey } from '#contract/limits';
import { forgetTypedName, hasPeople } from '../accounts/imported-profiles.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { ActedBy } from '../audit/record-audit-event.ts';
import { batchRecord, mergeMentors, notDefault } from '../courses/import-batches.ts';
import {
  batchFormerlyNamed,
  lockBatch,
  removeUnusedBatch,
  storedBatchKey,
} from '../courses/batch-queries.ts';
import {
  findBatch,
  findBatchById,
  type BatchState,
  type ExistingBatch,
} from '../courses/read-batch-state.ts';
import { stepDown, writeBatches, type BatchWrite } from '../courses/write-batches.ts';
import { readCourseState } from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { idsOfBatchesWithSelections } from '../selections/queries.ts';
import { offeredCourseKey } from './change-course.ts';
import {
  removalComparison,
  entryEvent,
  checkFields,
  entryMade,
  fieldsOf,
  isOlder,
  madeEntry,
  versionOf,
} from './change-entry.ts';
import { editor, provenEditor } from './policy.ts';

type Context = Pick<AppContext, 'settings'>;

/** By the current or a former name. */
async function keyMeant(database: Reader, name: string): Promise<string> {
  return (await batchFormerlyNamed(database, name))?.name_key ?? storedBatchKey(database, name);
}

const unknownBatch = (name: string) => httpErrors.notFound(`There is no batch "${name}".`);

/** By the current or a former name, regardless of case and spaces. @throws 404 */
export async function requireBatch(database: Reader, name: string): Promise<ExistingBatch> {
  const found = await findBatch(database, await keyMeant(database, name));
  if (found === undefined) throw unknownBatch(name);
  return found;
}

/** Dates have their own screen and conflict. */
const dateFields = {
  viva_deadline: true,
  due: true,
  extension_days: true,
  review_days: true,
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

/** @throws 400 for invalid fields */
function checkChange({ settings }: Context, body: z.output<typeof calls.changeBatch.body>) {
  const schema = batchRecord(settings.academyZone).omit({ start: true, ...dateFields });
  const fields = checkFields(schema, fieldsOf(body));
  if (fields.retired === true && fields.default)
    throw httpErrors.badRequest('An archived batch cannot be the default.');
  return fields;
}

async function write(
  writer: Writer,
  by: Omit<ActedBy, 'act'>,
  change: BatchWrite & { after: BatchState },
): Promise<void> {
  const { before, after } = change;
  if (after.is_default && after.joining === 'invited')
    throw httpErrors.badRequest(`${notDefault.charAt(0).toUpperCase()}${notDefault.slice(1)}.`);
  if (after.is_default)
    await writeBatches(writer, await stepDown(writer, await storedBatchKey(writer, (before ?? after).name)), {
      ...by,
      act: 'change-batch',
    });
  await writeBatches(writer, [change], { ...by, act: entryEvent('batch', before, after) });
}

const taken = (name: string) => `There is already a batch "${name}".`;

const changedMeanwhile = 'This batch was changed in the meantime. Your version is not saved yet.';

/** By its id: another batch may have its name since. @throws 404 */
async function answer(reader: Reader, { body: { name } }: { body: { name: string } }, madeId: number) {
  const id = entryMade(madeId);
  const found = id === null ? await requireBatch(reader, name) : await findBatchById(reader, id);
  if (found === undefined) throw unknownBatch(name);
  return presentBatch(reader, found);
}

/** @param courseKey of a course that is offered, if it changes */
function stateAfter(
  { state, linkedMentors }: ExistingBatch,
  fields: ReturnType<typeof checkChange>,
  courseKey: string,
): BatchState {
  const isArchived = fields.retired ?? false;
  return {
    ...state,
    name: fields.name,
    course: courseKey,
    is_open: fields.open && !isArchived,
    is_default: fields.default,
    comment_first: fields.comment_first ?? false,
    joining: fields.joining ?? state.joining,
    declaration: fields.declaration === undefined ? state.declaration : fields.declaration,
    is_retired: isArchived,
    mentors: mergeMentors(fields.mentors ?? [], linkedMentors),
  };
}

async function lockEntry(writer: Writer, { params: { batch } }: { params: { batch: string } }) {
  await lockBatch(writer, await keyMeant(writer, batch));
  const found = await requireBatch(writer, batch);
  const entry = await presentBatch(writer, found);
  return { ...entry, entry, found };
}

export const batchCalls = [
  read(calls.readBatchEntry, {
    who: editor,
    async run({ context: { database }, params: { batch } }) {
      return presentBatch(database.reader, await requireBatch(database.reader, batch));
    },
  }),

  act(calls.addBatch, {
    who: editor,
    prepare: ({ context, body }) => checkFields(batchRecord(context.settings.academyZone), body),
    key: { kind: 'batch', content: ({ body }) => ['add', body] },
    async run(writer, { viewer: { accountId }, prepared: fields, now }) {
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
        review_days: null,
        choose_from: null,
        choose_until: null,
        declaration: fields.declaration ?? null,
        is_retired: false,
        mentors: mergeMentors(fields.mentors ?? [], []),
      };
      await write(writer, { actorId: accountId, at: now }, { id: null, before: null, after });
      return { id: madeEntry((await requireBatch(writer, fields.name)).id) };
    },
    taken: ({ prepared: { name } }) => taken(name),
    answer,
  }),

  // Its dates have a call of their own; a mentor with an account stays.
  act(calls.changeBatch, {
    who: editor,
    prepare: ({ context, body }) => checkChange(context, body),
    key: { kind: 'batch', content: ({ params, body }) => [params.batch, fieldsOf(body)] },
    changes: {
      stored: lockEntry,
      message: changedMeanwhile,
      refuses(body, { entry, found }, { context }) {
        const fields = checkChange(context, body);
        return isOlder(body, entry, versionOfBatch(stateAfter(found, fields, batchKey(fields.course))));
      },
      current: (_, __, { entry }) => entry,
      sets: ['mentors'],
    },
    async run(writer, { context, viewer: { accountId }, body, stored: { entry, found }, now }) {
      const id = madeEntry(found.id);
      const fields = checkChange(context, body);
      const courseKey = await offeredCourseKey(writer, fields.course, found.state.course);
      const after = stateAfter(found, fields, courseKey);
      if (versionOfBatch(after) === entry.version) return { id };
      const other = await findBatch(writer, await storedBatchKey(writer, fields.name));
      if (other !== undefined && other.id !== found.id) throw httpErrors.conflict(taken(other.state.name));
      if (after.course !== found.state.course && (await idsOfBatchesWithSelections(writer)).has(found.id))
        throw httpErrors.badRequest(
          `Students of ${found.state.name} have already chosen projects, so its course must stay "${entry.course}".`,
        );
      const by = { actorId: accountId, at: now };
      await write(writer, by, { id: found.id, before: found.state, after });
      if (batchKey(after.name) !== batchKey(found.state.name))
        await forgetTypedName(writer, found.id, batchKey(found.state.name));
      return { id };
    },
    taken: ({ prepared: { name } }) => taken(name),
    answer,
  }),

  act(calls.removeBatch, {
    who: provenEditor,
    key: { kind: 'batch-removal', content: ({ params }) => [params.batch] },
    changes: { stored: lockEntry, ...removalComparison('batch') },
    audit: 'remove-batch',
    async run(writer, { viewer: { accountId }, stored: { found } }) {
      const { id, state } = found;
      await removeUnusedBatch(writer, { id, name: state.name });
      return { id: accountId, audit: { subject: state.name, before: state } };
    },
  }),
];

import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { limits } from '#contract/limits';
import type { TypedPhrase } from '#contract/marking/phrase-calls';
import * as calls from '#contract/marking/shared-phrase-calls';
import type { SharedPhrase } from '#contract/marking/shared-phrase-calls';
import { ownBatch, ownStudent, staff } from '../accounts/policy.ts';
import { accountsAs } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { lockBatchById } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { ownProject } from '../projects/policy.ts';
import { lockProject } from '../projects/queries.ts';
import { staffStudentById } from './staff-queries.ts';

/** `name`: for people. */
type Of = { batchId: number; projectId: null } | { batchId: null; projectId: string };
type Place = Of & { name: string; viewerId: number };

/** As for the batch, or as for the project's rubric: every mentor of it, and the office. */
const ownPlace: ViewerRule<Place> = async (check) => {
  const { kind, place = '' } = check.params;
  const { accountId: viewerId } = staff(check);
  if (kind === 'project') {
    const { project } = await ownProject({ ...check, params: { p_id: place } });
    return { batchId: null, projectId: project.id, name: project.name, viewerId };
  }
  const batch = await ownBatch({ ...check, params: { batch: place } });
  return { batchId: batch.id, projectId: null, name: batch.name, viewerId };
};

const phrasesOf = (reader: Reader | Writer, { batchId, projectId }: Of) =>
  reader
    .selectFrom('shared_phrases as phrase')
    .leftJoin(accountsAs('changer'), 'changer.id', 'phrase.changed_by')
    .$if(batchId !== null, (query) => query.where('phrase.batch_id', '=', batchId))
    .$if(projectId !== null, (query) => query.where('phrase.project_id', '=', projectId))
    .select(['phrase.id', 'phrase.batch_id as batchId', 'phrase.name', 'phrase.text'])
    .select(['phrase.changed_at as changedAt', 'changer.name as changedBy'])
    .orderBy('phrase.name')
    .limit(limits.phrases);
type Row = Awaited<ReturnType<ReturnType<typeof phrasesOf>['execute']>>[number];

const present = ({ id, batchId, name, text, changedBy, changedAt }: Row): SharedPhrase => ({
  id: String(id),
  place: batchId === null ? 'project' : 'batch',
  name,
  text,
  changed_by: changedBy === null ? null : shownName(changedBy),
  changed_at: isoInstant(changedAt),
});

/** @throws 404 for one of another place */
async function readPhrase(reader: Reader | Writer, place: Of, id: number | null): Promise<Row> {
  const row = await phrasesOf(reader, place)
    .where('phrase.id', '=', id ?? 0)
    .executeTakeFirst();
  if (row === undefined)
    throw httpErrors.notFound('There is no such phrase. A colleague may have deleted it.');
  return row;
}

export async function sharePhrase(
  writer: Writer,
  { batchId, projectId }: Of,
  { by, at, ...typed }: TypedPhrase & { by: number | null; at: number },
): Promise<number> {
  const { id } = await writer
    .insertInto('shared_phrases')
    .values({ batch_id: batchId, project_id: projectId, ...typed, changed_by: by, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** So that simultaneous changes see and count each other's phrases. */
const lockPlace = (writer: Writer, { batchId, projectId }: Of): Promise<void> =>
  batchId === null ? lockProject(writer, projectId) : lockBatchById(writer, batchId);

async function lockPhrase(
  writer: Writer,
  { resource, params }: { resource: Place; params: { phrase: string } },
): Promise<Row> {
  await lockPlace(writer, resource);
  return readPhrase(writer, resource, parseId(params.phrase));
}

const nameTaken = (place: Place, { name }: TypedPhrase) =>
  `${place.name} already has a shared phrase ";${name}".`;

async function refuseTakenName(writer: Writer, place: Place, typed: TypedPhrase, id?: number): Promise<void> {
  const other = await phrasesOf(writer, place).where('phrase.name', '=', typed.name).executeTakeFirst();
  if (other !== undefined && other.id !== id) throw httpErrors.conflict(nameTaken(place, typed));
}

const asTyped = ({ name, text }: Row) => ({ name, text });

export const sharedPhraseCalls = [
  read(calls.listSharedPhrases, {
    who: ownPlace,
    run: async ({ context, resource }) =>
      (await phrasesOf(context.database.reader, resource).execute()).map(present),
  }),

  read(calls.listPhrasesForStudent, {
    who: ownStudent,
    async run({ context, resource: { student } }) {
      const { reader } = context.database;
      const [row] = await staffStudentById(reader, { accountId: student.accountId });
      const { batchId } = student;
      const projectId = row?.projectId ?? null;
      const places: Of[] = [
        ...(batchId === null ? [] : [{ batchId, projectId: null }]),
        ...(projectId === null ? [] : [{ batchId: null, projectId }]),
      ];
      const found = await Promise.all(places.map((place) => phrasesOf(reader, place).execute()));
      return found.flat().map(present);
    },
  }),

  act(calls.addSharedPhrase, {
    who: ownPlace,
    audit: 'share-phrase',
    async run(writer, { resource: place, body, now }) {
      await lockPlace(writer, place);
      await refuseTakenName(writer, place, body);
      if ((await phrasesOf(writer, place).execute()).length >= limits.phrases)
        throw httpErrors.conflict(`${place.name} already has ${limits.phrases} phrases. Delete one first.`);
      const id = await sharePhrase(writer, place, { ...body, by: place.viewerId, at: now });
      return { id, audit: { subject: place.name, before: null, after: body } };
    },
    taken: ({ resource, body }) => nameTaken(resource, body),
    answer: async (reader, { resource }, id) => present(await readPhrase(reader, resource, id)),
  }),

  act(calls.changeSharedPhrase, {
    who: ownPlace,
    changes: {
      stored: lockPhrase,
      message: 'A colleague changed this phrase in the meantime. Your version is not saved yet.',
      current: (_, __, row) => present(row),
    },
    audit: 'share-phrase',
    async run(writer, { resource: place, body: { name, text }, stored, now }) {
      if (stored.name === name && stored.text === text) return { id: stored.id };
      await refuseTakenName(writer, place, { name, text }, stored.id);
      await writer
        .updateTable('shared_phrases')
        .set({ name, text, changed_by: place.viewerId, changed_at: now })
        .where('id', '=', stored.id)
        .execute();
      const audit = { subject: place.name, before: asTyped(stored), after: { name, text } };
      return { id: stored.id, audit };
    },
    taken: ({ resource, body }) => nameTaken(resource, body),
    answer: async (reader, { resource }, id) => present(await readPhrase(reader, resource, id)),
  }),

  act(calls.deleteSharedPhrase, {
    who: ownPlace,
    changes: {
      stored: lockPhrase,
      seen: ['name', 'text'],
      message: 'A colleague changed this phrase in the meantime. It is not deleted yet.',
      current: (_, __, row) => present(row),
    },
    audit: 'share-phrase',
    async run(writer, { resource: place, stored }) {
      await writer.deleteFrom('shared_phrases').where('id', '=', stored.id).execute();
      return {
        id: place.viewerId,
        audit: { subject: place.name, before: asTyped(stored), after: null },
      };
    },
  }),
];

import { limits } from '#contract/limits';
import * as calls from '#contract/marking/phrase-calls';
import { staff } from '../accounts/policy.ts';
import { lockAccount } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';

type Row = { id: number; name: string; text: string };

const present = ({ id, name, text }: Row): calls.Phrase => ({ id: String(id), name, text });

const ownPhrases = (reader: Reader, accountId: number) =>
  reader
    .selectFrom('staff_phrases')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'text'])
    .orderBy('name')
    .limit(limits.phrases);

/** @throws 404 for another's */
async function readPhrase(reader: Reader, accountId: number, id: number | null): Promise<Row> {
  const row = await ownPhrases(reader, accountId)
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  if (row === undefined) throw httpErrors.notFound('You have no such phrase.');
  return row;
}

const nameTaken = ({ name }: calls.TypedPhrase) => `You already have a phrase ";${name}".`;

async function refuseTakenName(
  writer: Writer,
  accountId: number,
  typed: calls.TypedPhrase,
  id?: number,
): Promise<void> {
  const other = await ownPhrases(writer, accountId).where('name', '=', typed.name).executeTakeFirst();
  if (other !== undefined && other.id !== id) throw httpErrors.conflict(nameTaken(typed));
}

async function lockPhrase(
  writer: Writer,
  { resource: { accountId }, params }: { resource: { accountId: number }; params: { phrase: string } },
): Promise<Row> {
  await lockAccount(writer, accountId);
  return readPhrase(writer, accountId, parseId(params.phrase));
}

export const phraseCalls = [
  read(calls.listPhrases, {
    who: staff,
    run: async ({ context, resource: { accountId } }) =>
      (await ownPhrases(context.database.reader, accountId).execute()).map(present),
  }),

  act(calls.addPhrase, {
    who: staff,
    key: { kind: 'phrase', content: ({ body }) => [body.name, body.text] },
    async run(writer, { resource: { accountId }, body }) {
      await refuseTakenName(writer, accountId, body);
      // So that simultaneous requests count each other's phrases.
      await lockAccount(writer, accountId);
      const own = await ownPhrases(writer, accountId).execute();
      if (own.length >= limits.phrases)
        throw httpErrors.conflict(`You already have ${limits.phrases} phrases. Delete one first.`);
      return writer
        .insertInto('staff_phrases')
        .values({ account_id: accountId, ...body })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    taken: ({ body }) => nameTaken(body),
    answer: async (reader, { resource: { accountId } }, id) =>
      present(await readPhrase(reader, accountId, id)),
  }),

  act(calls.changePhrase, {
    who: staff,
    key: { kind: 'phrase-edit', content: ({ params, body }) => [params.phrase, body.name, body.text] },
    changes: {
      stored: lockPhrase,
      message: 'This phrase was changed in the meantime. Your version is not saved yet.',
      current: (_, __, row) => present(row),
    },
    async run(writer, { resource: { accountId }, body: { name, text }, stored: { id } }) {
      await refuseTakenName(writer, accountId, { name, text }, id);
      await writer.updateTable('staff_phrases').set({ name, text }).where('id', '=', id).execute();
      return { id };
    },
    taken: ({ body }) => nameTaken(body),
    answer: async (reader, { resource: { accountId } }, id) =>
      present(await readPhrase(reader, accountId, id)),
  }),

  act(calls.deletePhrase, {
    who: staff,
    key: { kind: 'phrase-deletion', content: ({ params }) => [params.phrase] },
    changes: {
      stored: lockPhrase,
      seen: ['name', 'text'],
      message: 'This phrase was changed in the meantime. It is not deleted yet.',
      current: (_, __, row) => present(row),
    },
    async run(writer, { resource: { accountId }, stored: { id } }) {
      await writer.deleteFrom('staff_phrases').where('id', '=', id).execute();
      return { id: accountId };
    },
  }),
];

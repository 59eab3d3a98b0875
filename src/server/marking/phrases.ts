import { limits } from '#contract/limits';
import type { Phrase, TypedPhrase } from '#contract/marking/phrase-calls';
import { lockAccount } from '../accounts/queries.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { makeOnce, once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;
type Row = { id: number; name: string; text: string };

const present = ({ id, name, text }: Row): Phrase => ({ id: String(id), name, text });

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

const nameTaken = (name: string) => httpErrors.conflict(`You already have a phrase ";${name}".`);

async function refuseTakenName(
  writer: Writer,
  accountId: number,
  { name }: TypedPhrase,
  id?: number,
): Promise<void> {
  const other = await ownPhrases(writer, accountId).where('name', '=', name).executeTakeFirst();
  if (other !== undefined && other.id !== id) throw nameTaken(name);
}

/** The unique key decides between simultaneous requests. */
async function orNameTaken<T>(change: Promise<T>, name: string): Promise<T> {
  return change.catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  });
}

export async function listPhrases({ database }: Context, { accountId }: Viewer): Promise<Phrase[]> {
  return (await ownPhrases(database.reader, accountId).execute()).map(present);
}

/** @throws 409 for a name in use, at the maximum, and for a key of another phrase */
export async function addPhrase(
  { database, clock }: Context,
  { accountId }: Viewer,
  typed: TypedPhrase,
  key: string | null,
): Promise<Phrase> {
  const content = [typed.name, typed.text];
  const request = { accountId, kind: 'phrase', key, content, now: clock.now() } as const;
  const change = database.transaction(async (writer) => {
    const id = await makeOnce(writer, request, async () => {
      await refuseTakenName(writer, accountId, typed);
      // So that simultaneous requests count each other's phrases.
      await lockAccount(writer, accountId);
      const own = await ownPhrases(writer, accountId).execute();
      if (own.length >= limits.phrases)
        throw httpErrors.conflict(`You already have ${limits.phrases} phrases. Delete one first.`);
      const row = await writer
        .insertInto('staff_phrases')
        .values({ account_id: accountId, ...typed })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    });
    return present(await readPhrase(writer, accountId, id));
  });
  return orNameTaken(change, typed.name);
}

/** @throws 404 for another's, 409 as `addPhrase` */
export async function changePhrase(
  { database, clock }: Context,
  { accountId }: Viewer,
  phrase: string,
  typed: TypedPhrase,
  key: string | null,
): Promise<Phrase> {
  const content = [phrase, typed.name, typed.text];
  const request = { accountId, kind: 'phrase-edit', key, content, now: clock.now() } as const;
  const change = database.transaction(async (writer) => {
    const changed = await makeOnce(writer, request, async () => {
      const { id } = await readPhrase(writer, accountId, parseId(phrase));
      await refuseTakenName(writer, accountId, typed, id);
      await writer.updateTable('staff_phrases').set(typed).where('id', '=', id).execute();
      return id;
    });
    return present(await readPhrase(writer, accountId, changed));
  });
  return orNameTaken(change, typed.name);
}

/** @throws 404 for another's */
export async function deletePhrase(
  context: Context,
  { accountId }: Viewer,
  phrase: string,
  key: string | null,
): Promise<void> {
  const request = { accountId, kind: 'phrase-deletion', key, content: [phrase] } as const;
  await once(context, request, async (writer) => {
    const { id } = await readPhrase(writer, accountId, parseId(phrase));
    await writer.deleteFrom('staff_phrases').where('id', '=', id).execute();
  });
}

import { findMentionable } from '#contract/forum/mention-calls';
import { shownName } from '#contract/accounts/person-name';
import { nameKey, nameKeys } from '#contract/fold-text';
import { peopleOfBatchNamed, type PersonNamed } from '../../accounts/people-named.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { ForumState } from '../forum-state.ts';
import type { PostText } from '../posts/post-text.ts';
import { candidateNames, mentionsIn, drawnText } from './mentions-in-text.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

const maxOffered = 5;

/** Further people of one name are not notified. */
const maxFound = 50;
/** `column`: the row's, null for none. */
export type Mentioned = { accounts: number[]; column: string | null };

export async function findMentioned(
  writer: Reader | Writer,
  { database: { engine }, settings }: Context,
  batchId: number,
  written: Pick<PostText, 'text' | 'format'>,
): Promise<Mentioned> {
  const text = drawnText(written);
  const names = candidateNames(text);
  if (names.length === 0) return { accounts: [], column: null };
  const find = { batchId, wanted: { names }, limit: maxFound };
  const people = await peopleOfBatchNamed(writer, { engine, settings }, find);
  const byName = Map.groupBy(people, ({ name }: PersonNamed) => nameKey(name));
  const mentions = mentionsIn(text, new Set(byName.keys()));
  const accounts = mentions.flatMap((mention) =>
    (byName.get(nameKey(mention.slice(1))) ?? []).map(({ accountId }) => accountId),
  );
  return { accounts, column: mentions.length === 0 ? null : JSON.stringify(mentions) };
}

/** Names that begin with the typed text; none before placement. */
export const mentionableCall = ({ tracked }: ForumState) =>
  read(findMentionable, {
    who: tracked,
    async run({ context: { database, settings }, resource: { batch }, query }) {
      if (batch === null) return [];
      const people = new Map<number, PersonNamed>();
      // Names that no job has folded again yet.
      for (const beginning of nameKeys(query.name)) {
        const find = { batchId: batch.id, wanted: { beginning }, limit: maxOffered };
        const found = await peopleOfBatchNamed(database.reader, { engine: database.engine, settings }, find);
        for (const person of found) people.set(person.accountId, person);
      }
      const offered = [...people.values()].slice(0, maxOffered);
      return offered.map(({ name, role }) => ({ name: shownName(name), role }));
    },
  });

import { createHash } from 'node:crypto';
import { minuteMs } from '#contract/durations';
import { paperKey } from '../ledger.ts';
import { answersToken } from '../tokens.ts';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

async function nobodyIsInTwoVivas(world: World): Promise<string[]> {
  const slots = await readerOf(world)
    .selectFrom('viva_slots')
    .orderBy('starts_at')
    .select(['id', 'account_id', 'room_id', 'starts_at', 'minutes'])
    .execute();
  const panels = await readerOf(world).selectFrom('viva_panels').selectAll().execute();
  const busy = new Map<string, number>();
  return slots.flatMap(({ id, account_id: student, room_id: room, starts_at: from, minutes }) => {
    const members = panels.filter(({ slot_id }) => slot_id === id);
    const all = [
      `the room ${room}`,
      `the student ${student}`,
      ...members.map(({ account_id: member }) => `the examiner ${member}`),
    ];
    return all.flatMap((who) => {
      const until = busy.get(who) ?? 0;
      busy.set(who, Math.max(until, from + minutes * minuteMs));
      return until > from ? [`${who} has two vivas at ${new Date(from).toISOString()}`] : [];
    });
  });
}

const hashes = new WeakMap<World, Map<string, string>>();

/** A confirmed viva has one record, of which later ones are corrections; what was signed does not change. */
async function vivasAreConfirmedOnce(world: World): Promise<string[]> {
  const known = hashes.get(world) ?? new Map<string, string>();
  hashes.set(world, known);
  const hours = await readerOf(world)
    .selectFrom('viva_hours')
    .select(['id', 'account_id', 'choice', 'confirmed_at'])
    .execute();
  const records = await readerOf(world)
    .selectFrom('viva_records')
    .orderBy('id')
    .select(['hour_id', 'version', 'number', 'document'])
    .execute();
  const wrong: string[] = [];
  for (const { id, account_id: student, choice, confirmed_at: at } of hours) {
    const versions = records.filter(({ hour_id }) => hour_id === id).map(({ version }) => version);
    const isRight = at === null ? versions.length === 0 : versions.every((version, n) => version === n + 1);
    if (!isRight || (at !== null && versions.length === 0))
      wrong.push(`the viva ${id} has the records ${versions.join(', ') || 'none'}`);
    if (at !== null && !world.ledger.outcomes.has(`${student} ${choice}`))
      wrong.push(`the viva ${id} is confirmed by nobody's act`);
  }
  for (const key of world.ledger.outcomes.keys())
    if (!hours.some((one) => `${one.account_id} ${one.choice}` === key && one.confirmed_at !== null))
      wrong.push(`the acknowledged outcome of ${key} is gone`);
  for (const { number, document } of records) {
    const hash = createHash('sha1').update(document).digest('hex');
    if ((known.get(number) ?? hash) !== hash) wrong.push(`the signed record ${number} has changed`);
    known.set(number, hash);
  }
  return wrong;
}

async function givenMarksAreStored(world: World): Promise<string[]> {
  const { ledger } = world;
  const rows = await readerOf(world)
    .selectFrom('viva_marks as given')
    .innerJoin('viva_hours as hour', 'hour.id', 'given.hour_id')
    .innerJoin('accounts', 'accounts.id', 'given.account_id')
    .where('accounts.anonymised_at', 'is', null)
    .select(['given.account_id', 'given.examiner_id', 'hour.choice', 'given.marks', 'given.words'])
    .execute();
  const byId = new Map(ledger.people.map((person) => [person.id, person]));
  const stored = new Map<string, string>();
  for (const { account_id, examiner_id, choice, marks, words } of rows) {
    const [student, examiner] = [byId.get(account_id), byId.get(examiner_id)];
    if (student !== undefined && examiner !== undefined)
      stored.set(paperKey(student, choice, examiner), JSON.stringify([marks, words]));
  }
  const anonymised = ledger.people.filter(({ state }) => state === 'anonymised').map(({ id }) => `${id} `);
  return [...ledger.papers].flatMap(([key, { marks, words }]) => {
    if (anonymised.some((id) => key.startsWith(id))) return [];
    const wanted = JSON.stringify([marks, words]);
    return stored.get(key) === wanted
      ? []
      : [`the marks of a viva (${key}) are ${stored.get(key) ?? 'gone'}, and ${wanted} was acknowledged`];
  });
}

async function endedTokensNeverWork(world: World): Promise<string[]> {
  const wrong: string[] = [];
  for (const token of world.ledger.tokens)
    if (token.secret !== null) wrong.push((await answersToken(world, token)).wrong ?? '');
  return wrong.filter(Boolean);
}

export const vivaInvariants: Invariant[] = [
  { name: 'nobody is in two vivas at once', check: nobodyIsInTwoVivas },
  { name: 'a viva is confirmed once', check: vivasAreConfirmedOnce },
  { name: 'the given marks of a viva are stored', check: givenMarksAreStored },
  { name: 'an ended token never works', isCostly: true, check: endedTokensNeverWork },
];

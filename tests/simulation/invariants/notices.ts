import { dayMs } from '#contract/durations';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

/** Older ones are removed. */
const keptMs = 80 * dayMs;

async function releasesAreToldOnce(world: World): Promise<string[]> {
  const reader = readerOf(world);
  const since = world.clock.now() - keptMs;
  const marks = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.anonymised_at', 'is', null)
    .where('marks.released', '=', 1)
    .select(['submissions.account_id as id', 'submissions.task', 'marks.released_at as at'])
    .execute();
  const records = await reader
    .selectFrom('recorded_marks')
    .innerJoin('accounts', 'accounts.id', 'recorded_marks.account_id')
    .where('accounts.anonymised_at', 'is', null)
    .where('recorded_marks.released', '=', 1)
    .select(['recorded_marks.account_id as id', 'recorded_marks.task', 'recorded_marks.released_at as at'])
    .execute();
  const told = await reader
    .selectFrom('notices')
    .where('kind', '=', 'mark-released')
    .select(['account_id as id', 'event', 'created_at'])
    .execute();
  // A freeze tells of its releases by a notice of its own.
  const freezes = await reader.selectFrom('result_freezes').select('frozen_at').execute();
  const frozenAt = new Set(freezes.map(({ frozen_at: at }) => at));
  const nameOf = (id: number): string =>
    world.ledger.people.find((one) => one.id === id)?.email ?? String(id);
  const keyOf = (id: number, event: string): string => `${id} ${event}`;
  const releases = new Set([...marks, ...records].map(({ id, task, at }) => keyOf(id, `${task}:${at}`)));
  const notices = new Set(told.map(({ id, event }) => keyOf(id, event)));
  return [
    ...[...marks, ...records].flatMap(({ id, task, at }) =>
      at === null || at < since || frozenAt.has(at) || notices.has(keyOf(id, `${task}:${at}`))
        ? []
        : [`nobody told ${nameOf(id)} of the mark for ${task}`],
    ),
    ...told.flatMap(({ id, event }) =>
      event.split(':').length !== 2 || releases.has(keyOf(id, event))
        ? []
        : [`${nameOf(id)} is told of a mark that is not released: ${event}`],
    ),
  ];
}

async function announcementsAreToldOnce(world: World): Promise<string[]> {
  const rows = await readerOf(world)
    .selectFrom('announcements')
    .where('withdrawn_at', 'is', null)
    .select(['id', 'told', 'created_at', 'edits', 'text'])
    .execute();
  const notices = await readerOf(world)
    .selectFrom('notices')
    .where('kind', '=', 'announcement')
    .select(['event', 'about', 'account_id'])
    .execute();
  const anonymised = world.ledger.people.some(({ state }) => state === 'anonymised');
  const known = new Set(world.ledger.announcements.map(({ id }) => id));
  return rows.flatMap(({ id, told, created_at: at, text }) => {
    const own = new Set(
      notices.filter(({ about }) => about === `announcement:${id}`).map(({ account_id }) => account_id),
    );
    const wrong = known.has(String(id)) ? [] : [`the announcement ${id} (${text}) was made by nobody's act`];
    if (at < world.clock.now() - keptMs || anonymised || own.size === told) return wrong;
    return [...wrong, `the announcement ${id} was told to ${own.size} instead of ${told}`];
  });
}

async function privateAnswersAreToldOnce(world: World): Promise<string[]> {
  const posts = await readerOf(world)
    .selectFrom('private_posts')
    .innerJoin('private_questions', 'private_questions.id', 'private_posts.question_id')
    .innerJoin('accounts as author', 'author.id', 'private_questions.author_id')
    .innerJoin('accounts as writer', 'writer.id', 'private_posts.author_id')
    .where('writer.role', '<>', 'student')
    .where('author.anonymised_at', 'is', null)
    .where('private_posts.created_at', '>', world.clock.now() - keptMs)
    .select(['private_posts.id', 'private_questions.author_id as author'])
    .execute();
  const notices = await readerOf(world)
    .selectFrom('notices')
    .where('kind', '=', 'private-answer')
    .select(['event', 'account_id'])
    .execute();
  const told = new Set(notices.map(({ event, account_id }) => `${account_id} ${event}`));
  const stray = notices.filter(
    ({ event }) => /^private:\d+$/.test(event) && !posts.some(({ id }) => event === `private:${id}`),
  );
  return [
    ...posts.flatMap(({ id, author }) =>
      told.has(`${author} private:${id}`) ? [] : [`nobody told the author of the private answer ${id}`],
    ),
    ...(posts.length === 0 ? [] : stray.map(({ event }) => `a notice tells of ${event}, which there is not`)),
  ];
}

async function receiptsAreMailedOnce(world: World): Promise<string[]> {
  const rows = await readerOf(world)
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .where('accounts.anonymised_at', 'is', null)
    .select('number')
    .execute();
  const mails = await readerOf(world)
    .selectFrom('outbox')
    .where('event', 'like', 'receipt:%')
    .select('event')
    .execute();
  const known = new Set(rows.map(({ number }) => `receipt:${number}`));
  const sent = new Set(mails.map(({ event }) => event));
  return [
    ...[...known].flatMap((event) => (sent.has(event) ? [] : [`${event} was not mailed`])),
    ...[...sent].flatMap((event) =>
      known.has(event) || world.ledger.people.some(({ state }) => state === 'anonymised')
        ? []
        : [`${event} was mailed, and is not there`],
    ),
  ];
}

/** A mail server may get a mail twice only where the portal was killed before it could note the first one. */
function mailsAreTakenOnce({ taken, unnoted }: World): string[] {
  return [...taken].flatMap(([event, count]) =>
    count <= 1 + (unnoted.get(event) ?? 0) ? [] : [`${event} was mailed ${count} times`],
  );
}

export const noticeInvariants: Invariant[] = [
  { name: 'a release is told once', check: releasesAreToldOnce },
  { name: 'an announcement is told once', check: announcementsAreToldOnce },
  { name: 'a private answer is told once', check: privateAnswersAreToldOnce },
  { name: 'a receipt is mailed once', check: receiptsAreMailedOnce },
  { name: 'a mail is sent once', check: mailsAreTakenOnce },
];

import { dayMs, hourMs } from '#contract/durations';
import { batchNames, type World } from '../world.ts';
import type { Person } from '../ledger.ts';
import { chance, localDay, localTime, pageOf, pick, staffOf, type Act } from './act.ts';

/** Students name their discussion by their own address, staff by the batch. */
const roomOf = (who: Person, batch: string): string => (who.role === 'student' ? who.email : batch);

/** The address of a student's discussion is that of their present batch: after a move a key names another request. */
const isStillIn = (who: Person, batch: string): boolean => who.role !== 'student' || who.batch === batch;

function someoneOf(world: World, batch: string): Person | null {
  const students = world.ledger.of('student').filter((one) => one.batch === batch && one.isConfirmed);
  return chance(world, 0.7) ? pick(world, students) : staffOf(world, batch);
}

async function batchOfPrivate({ portal }: World, id: string): Promise<string> {
  const { name } = await portal.context.database.reader
    .selectFrom('private_questions')
    .innerJoin('batches', 'batches.id', 'private_questions.batch_id')
    .where('private_questions.id', '=', Number(id))
    .select('batches.name')
    .executeTakeFirstOrThrow();
  return name;
}

export const talkingActs: Act[] = [
  {
    name: 'post in the forum',
    weight: 3,
    plan(world) {
      const { ledger } = world;
      const batch = pick(world, batchNames) as string;
      const who = someoneOf(world, batch);
      if (who === null) return null;
      const text = ledger.word(`a question in ${batch}`, () => true, who);
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/discussion/discussion/${roomOf(who, batch)}/question`,
          key: world.key(),
          body: { question: text },
        },
        says: `${who.email} asks ${text} in ${batch}`,
        settle({ body }) {
          const id = body.questions?.at(-1)?._id as string | undefined;
          if (id === undefined || ledger.questions.some((one) => one.id === id)) return;
          ledger.questions.push({ id, batch, author: who, comments: [] });
          ledger.record(`question ${id}`, { text });
        },
        lasting: ({ body }) => body.questions?.at(-1)?._id,
        isLasting: () => isStillIn(who, batch),
      };
    },
  },
  {
    name: 'comment',
    weight: 3,
    plan(world) {
      const { ledger } = world;
      const question = pick(world, ledger.questions.slice(-10));
      const who = question && someoneOf(world, question.batch);
      if (question === null || who === null) return null;
      const text = ledger.word(`a comment in ${question.batch}`, () => true, who);
      return {
        request: {
          who,
          method: 'POST',
          key: world.key(),
          body: { answer: text },
          url: `/api/discussion/discussion/${roomOf(who, question.batch)}/question/${question.id}/answer`,
        },
        says: `${who.email} comments ${text} on question ${question.id}`,
        settle: () => void question.comments.push(text),
        isLasting: () => isStillIn(who, question.batch),
      };
    },
  },
  {
    name: 'ask privately',
    weight: 3,
    plan(world) {
      const { ledger } = world;
      const who = pick(
        world,
        ledger.of('student').filter(({ batch, isConfirmed }) => batch !== null && isConfirmed),
      );
      if (who === null) return null;
      let batch = who.batch as string;
      const text = ledger.word(
        `a private question of ${who.email}`,
        (person) => (person.role === 'student' ? person === who : ledger.isStaffOf(person, batch)),
        who,
      );
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/discussion/private/${who.email}`,
          key: world.key(),
          body: { text },
        },
        says: `${who.email} asks ${text} privately`,
        async settle({ body }) {
          const { _id: id, posts } = body.questions[0];
          if (ledger.privates.some((one) => one.id === id)) return;
          // The office may have moved the student at the same moment.
          batch = await batchOfPrivate(world, id);
          ledger.privates.push({
            id,
            author: who,
            batch,
            isOpened: false,
            posts: posts.map((post: { id: string }) => post.id),
          });
        },
        lasting: ({ body }) => body.questions[0]?._id,
        isLasting: () => isStillIn(who, batch),
      };
    },
  },
  {
    name: 'answer a private question',
    weight: 3,
    plan(world) {
      const { ledger } = world;
      const question = pick(world, ledger.privates.slice(-8));
      if (question === null) return null;
      const { id, batch, author } = question;
      const isMentor = chance(world, 0.7);
      const who = isMentor ? pick(world, ledger.mentorsOf(batch)) : author.state === 'active' ? author : null;
      if (who === null) return null;
      const text = ledger.word(
        `an answer in a private question of ${author.email}`,
        (person) => (person.role === 'student' ? person === author : ledger.isStaffOf(person, batch)),
        who,
      );
      return {
        request: {
          who,
          method: 'POST',
          key: world.key(),
          body: { text, question: id },
          url: `/api/discussion/private/${roomOf(who, batch)}`,
        },
        says: `${who.email} answers ${text} in the private question ${id}`,
        settle: () => void question.posts.push(text),
        isLasting: () => isStillIn(who, batch),
      };
    },
  },
  {
    name: 'take a private question',
    weight: 1,
    plan(world) {
      const { ledger } = world;
      const question = pick(world, ledger.privates.slice(-8));
      const who = question && pick(world, ledger.mentorsOf(question.batch));
      if (question === null || who === null) return null;
      return {
        request: {
          who,
          method: 'PUT',
          key: world.key(),
          body: { act: 'take' },
          url: `/api/discussion/private/${question.batch}/${question.id}`,
        },
        says: `${who.email} takes the private question ${question.id}`,
      };
    },
  },
  {
    name: 'announce',
    weight: 2,
    plan(world) {
      const { ledger, clock } = world;
      const batch = pick(world, batchNames) as string;
      const who = staffOf(world, batch);
      if (who === null) return null;
      const text = ledger.word(`an announcement to ${batch}`, () => true);
      const until = localDay(clock.now() + 20 * dayMs);
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/staff/batches/${batch}/announcements`,
          key: world.key(),
          body: { text, until },
        },
        says: `${who.email} announces ${text} to ${batch}`,
        form: { name: `announcement ${text}`, began: null, typed: { text } },
        settle({ body }) {
          if (!ledger.announcements.some(({ id }) => id === body.id))
            ledger.announcements.push({ id: body.id, batch, text, until, isWithdrawn: false });
          ledger.record(`announcement ${body.id}`, { text });
        },
        lasting: ({ body }) => body.id,
      };
    },
  },
  {
    name: 'edit an announcement',
    weight: 2,
    plan(world) {
      const { ledger } = world;
      const one = pick(
        world,
        ledger.announcements.filter(({ isWithdrawn }) => !isWithdrawn),
      );
      const who = one && staffOf(world, one.batch);
      if (one === null || who === null) return null;
      const form = `announcement ${one.id}`;
      const began = pageOf(world, form);
      const text = ledger.word(`an announcement to ${one.batch}`, () => true);
      return {
        request: {
          who,
          method: 'PUT',
          url: `/api/staff/batches/${one.batch}/announcements/${one.id}`,
          key: world.key(),
          body: { text, until: one.until, began: { text: began?.['text'] ?? '' } },
        },
        says: `${who.email} edits the announcement ${one.id} from ${String(began?.['text'])} to ${text}`,
        form: { name: form, began, typed: { text } },
        settle: () => void (one.text = text),
      };
    },
  },
  {
    name: 'withdraw an announcement',
    weight: 0.6,
    plan(world) {
      const { ledger } = world;
      const one = pick(
        world,
        ledger.announcements.filter(({ isWithdrawn }) => !isWithdrawn),
      );
      const who = one && staffOf(world, one.batch);
      if (one === null || who === null) return null;
      return {
        request: {
          who,
          method: 'DELETE',
          url: `/api/staff/batches/${one.batch}/announcements/${one.id}`,
          key: world.key(),
        },
        says: `${who.email} withdraws the announcement ${one.id}`,
        settle: () => void (one.isWithdrawn = true),
      };
    },
  },
  {
    name: 'plan an announcement',
    weight: 2,
    plan(world) {
      const { ledger, clock } = world;
      const batch = pick(world, batchNames) as string;
      const who = staffOf(world, batch);
      if (who === null) return null;
      const publishAt = clock.now() + (chance(world, 0.5) ? 3 : 40) * hourMs;
      const text: string = ledger.word(
        `a planned announcement to ${batch}`,
        (person) => person.role !== 'student' || world.clock.now() >= publishAt - 60_000,
      );
      const until = localDay(publishAt + 10 * dayMs);
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/staff/batches/${batch}/planned-announcements`,
          key: world.key(),
          body: { text, until, publish_at: localTime(publishAt) },
        },
        says: `${who.email} plans to announce ${text} to ${batch}`,
        settle({ body }) {
          if (ledger.planned.some(({ id }) => id === body.id)) return;
          ledger.planned.push({ id: body.id, batch, text, until, isWithdrawn: false, publishAt });
          ledger.record(`plan ${body.id}`, { text });
        },
        lasting: ({ body }) => body.id,
      };
    },
  },
  {
    name: 'edit a question',
    weight: 1,
    plan(world) {
      const { ledger } = world;
      const question = pick(world, ledger.questions.slice(-6));
      if (question === null) return null;
      const who =
        question.author.state === 'active' && chance(world, 0.6)
          ? question.author
          : staffOf(world, question.batch);
      if (who === null) return null;
      const text = ledger.word(`a question in ${question.batch}`, () => true, who);
      const form = `question ${question.id}`;
      const began = pageOf(world, form);
      return {
        request: {
          who,
          method: 'PUT',
          key: world.key(),
          url: `/api/discussion/discussion/${roomOf(who, question.batch)}/question/${question.id}`,
          body: { questionText: text, originalText: String(began?.['text']) },
        },
        says: `${who.email} edits question ${question.id} to ${text}`,
        form: { name: form, began, typed: { text } },
        isLasting: () => isStillIn(who, question.batch),
      };
    },
  },
];

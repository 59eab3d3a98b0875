import { createHash } from 'node:crypto';
import { parseWeek, tasks, type Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { Answer } from '#support/test-app';
import type { World } from '../world.ts';
import type { Person, Request } from '../ledger.ts';
import { anyTask, chance, localDay, pick, staffOf, student, type Act } from './act.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Of the tasks that are open by the simulation's clock mostly; of any now and then, which is refused. */
function taskOf(world: World, { id }: Person): Task {
  const choice = world.ledger.choices.get(id);
  const age = choice === undefined ? 0 : (world.clock.now() - choice.at) / dayMs;
  const open = tasks.filter((task) => age >= (task.startsWith('week') ? 7 * Number(task.slice(5)) : 28));
  return (chance(world, 0.95) ? pick(world, open) : null) ?? anyTask(world);
}

const settleReceipt = (world: World, who: Person, file: string | null) => (answer: Answer) => {
  const { receipt } = answer.body;
  const { ledger } = world;
  if (ledger.receipts.some(({ number }) => number === receipt.number)) return;
  ledger.receipts.push({
    number: receipt.number,
    student: who,
    task: receipt.task,
    version: receipt.version,
    sha256: file === null ? null : sha256(file),
    comments: receipt.comments,
    at: Date.parse(receipt.submitted_at),
    choice: ledger.choices.get(who.id)?.at ?? 0,
  });
};

export const submittingActs: Act[] = [
  {
    name: 'submit',
    weight: 14,
    plan(world) {
      const { ledger } = world;
      const chosen = ledger.of('student').filter(({ id }) => ledger.choices.has(id));
      const who = pick(world, chosen);
      if (who === null) return null;
      const task = taskOf(world, who);
      const week = parseWeek(task.slice(5));
      const word = ledger.word(
        `work for ${task} of ${who.email}`,
        (person) => (person === who ? true : person.role !== 'student'),
        who,
      );
      const file = task === 'viva' || chance(world, 0.6) ? `file ${word}` : null;
      const url = week !== null ? 'uploadWeek' : task === 'final' ? 'uploadProject' : 'uploadViva';
      const form: NonNullable<Request['form']> = [
        ...(week === null ? [] : ([['selectedWeek', String(week)]] as const)),
        ['comments', `comment ${word}`],
        ...(file === null ? [] : ([['files', { name: 'work.txt', bytes: file }]] as const)),
      ];
      return {
        request: { who, method: 'POST', url: `/api/students/${url}/${who.email}`, form, key: world.key() },
        says: `${who.email} submits ${task}${file === null ? '' : ' with a file'}`,
        settle: settleReceipt(world, who, file),
        lasting: ({ body }) => JSON.stringify(body.receipt),
      };
    },
  },
  {
    name: 'ask for an extension',
    weight: 2,
    plan(world) {
      const { ledger, clock } = world;
      const who = student(world);
      if (who === null) return null;
      const task = anyTask(world);
      const reason = ledger.word(
        'the reason of an extension',
        (person) => (person === who ? true : person.role !== 'student'),
        who,
      );
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/students/extensionRequest/${who.email}`,
          key: world.key(),
          body: { task, until: localDay(clock.now() + 50 * dayMs), reason },
        },
        says: `${who.email} asks for an extension of ${task}`,
        settle({ body }) {
          const { id, answer } = body.extension_request;
          if (!ledger.requests.some((one) => one.id === id && one.student === who))
            ledger.requests.push({ id, student: who, task, isAnswered: answer !== null });
        },
        lasting: ({ body }) => body.extension_request.id,
      };
    },
  },
  {
    name: 'answer an extension',
    weight: 2,
    plan(world) {
      const { ledger, clock } = world;
      const asked = pick(
        world,
        ledger.requests.filter(({ student: { state } }) => state === 'active'),
      );
      const by = asked && staffOf(world, asked.student.batch);
      if (asked === null || by === null) return null;
      const { student: who, id } = asked;
      const words = ledger.word('the answer to an extension', (person) =>
        person === who ? true : person.role !== 'student',
      );
      const body = chance(world, 0.6)
        ? { answer: 'granted', until: localDay(clock.now() + 60 * dayMs) }
        : { answer: 'declined', words };
      return {
        request: {
          who: by,
          method: 'PUT',
          key: world.key(),
          body,
          url: `/api/staff/students/${who.email}/extension-requests/${id}`,
        },
        says: `${by.email} answers the request ${id} of ${who.email}: ${body.answer}`,
        settle: () => void (asked.isAnswered = true),
      };
    },
  },
];

import type { Task } from '#contract/dates';
import { recordKey, type Person, type Receipt } from '../ledger.ts';
import type { World } from '../world.ts';
import {
  anyTask,
  chance,
  liveReceipts,
  office,
  pageOf,
  pick,
  staffOf,
  student,
  upTo,
  type Act,
} from './act.ts';

export const markForm = (number: string): string => `mark ${number}`;
export const recordForm = (of: Person, task: Task, choice: number): string =>
  `record ${recordKey(of, task, choice)}`;

type Shown = { marks: number; comments: string; released: boolean };

const receiptToMark = (world: World): Receipt | null => pick(world, liveReceipts(world).slice(-20));

/** Its student may read it once the mark that has it is released; whoever has read it may remember it. */
function markWord(world: World, { number, student: of }: Receipt): string {
  const { ledger } = world;
  const word: string = ledger.word(`the comment of the mark of ${number}`, (person) => {
    if (person.role !== 'student') return true;
    const mark = ledger.marks.get(number);
    return person === of && mark?.released === true && mark.comments.includes(word);
  });
  return word;
}

const shownOf = (page: Record<string, unknown> | null): Shown | null =>
  page === null
    ? null
    : {
        marks: page['marks'] as number,
        comments: page['comments'] as string,
        released: page['released'] as boolean,
      };

export const markingActs: Act[] = [
  {
    name: 'mark',
    weight: 12,
    plan(world) {
      const { ledger } = world;
      const receipt = receiptToMark(world);
      const by = receipt && staffOf(world, receipt.student.batch);
      if (receipt === null || by === null) return null;
      const { number } = receipt;
      const form = markForm(number);
      const began = shownOf(pageOf(world, form));
      const isKept = began !== null && chance(world, 0.3);
      const comments = isKept ? began.comments : markWord(world, receipt);
      const typed = { marks: upTo(world, 100), comments, released: chance(world, 0.6) };
      const body = { ...typed, original: began, confirm_lower: chance(world, 0.7) };
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/submissions/${number}/mark`,
          key: world.key(),
          body,
        },
        says: `${by.email} marks ${number} with ${typed.marks}, ${typed.released ? 'released' : 'not released'}, began from ${JSON.stringify(began)}`,
        form: { name: form, began, typed },
        settle: () => void ledger.marks.set(number, { ...typed, releasedAt: null }),
      };
    },
  },
  {
    name: 'release marks',
    weight: 4,
    plan(world) {
      const { ledger } = world;
      const some = liveReceipts(world).filter(({ number }) => ledger.marks.get(number)?.released === false);
      const one = pick(world, some);
      const by = one && staffOf(world, one.student.batch);
      if (one === null || by === null) return null;
      const chosen = some.filter(
        ({ task, student: { batch } }) => task === one.task && batch === one.student.batch,
      );
      const marks = chosen.map(({ number }) => {
        const page = shownOf(pageOf(world, markForm(number)));
        return { number, marks: page?.marks ?? 0, confirm_lower: true };
      });
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/batches/${one.student.batch}/releases`,
          key: world.key(),
          body: { task: one.task, marks },
        },
        says: `${by.email} releases ${marks.length} marks of ${one.task}`,
        settle({ body }) {
          for (const number of body.done as string[]) {
            const mark = ledger.marks.get(number);
            if (mark === undefined) continue;
            ledger.marks.set(number, { ...mark, released: true });
            ledger.record(markForm(number), { ...shownOf(mark), released: true });
          }
        },
      };
    },
  },
  {
    name: 'record a mark without a file',
    weight: 4,
    plan(world) {
      const { ledger } = world;
      const who = student(world);
      const by = who && staffOf(world, who.batch);
      const choice = who && ledger.choices.get(who.id);
      if (who === null || by === null || choice === undefined || choice === null) return null;
      const task = anyTask(world);
      const key = recordKey(who, task, choice.at);
      const form = recordForm(who, task, choice.at);
      const began = pageOf(world, form);
      const status = pick(world, ['marked', 'not_submitted', 'absent', 'excused', 'excused']) as string;
      const word: string = ledger.word(`the comment of the record of ${who.email}`, (person) => {
        if (person.role !== 'student') return true;
        const record = ledger.records.get(key);
        return person === who && record?.released === true && record.comments.includes(word);
      });
      const given = status === 'marked' ? upTo(world, 100) : null;
      const typed = { status, marks: given, comments: word, released: chance(world, 0.6) };
      const kept = status === 'not_submitted' || status === 'absent' ? 0 : given;
      const versions = ledger.versionsOf(who, task);
      const body = {
        ...typed,
        newest: versions.at(-1)?.number ?? null,
        confirm_lower: true,
        began: began ?? { status: null, marks: null, comments: '', released: false },
      };
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/students/${who.email}/tasks/${task}/recorded`,
          key: world.key(),
          body,
        },
        says: `${by.email} records ${task} of ${who.email}: ${status} ${given ?? ''}, ${typed.released ? 'released' : 'not released'}`,
        form: { name: form, began, typed: { ...typed, marks: kept } },
        settle() {
          const stored = { ...typed, marks: kept, ...ledger.current(form) };
          ledger.records.set(key, { student: who, task, choice: choice.at, ...stored });
        },
      };
    },
  },
  {
    name: 'release records',
    weight: 1.5,
    plan(world) {
      const { ledger } = world;
      const some = [...ledger.records.values()].filter(
        ({ released, student: who, choice }) =>
          !released && who.state !== 'anonymised' && ledger.choices.get(who.id)?.at === choice,
      );
      const one = pick(world, some);
      const by = one && staffOf(world, one.student.batch);
      if (one === null || by === null) return null;
      const records = some
        .filter(({ student: { batch } }) => batch === one.student.batch)
        .map(({ student: who, task, status, marks }) => ({
          s_id: who.email,
          task,
          status,
          marks,
          confirm_lower: true,
        }));
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/batches/${one.student.batch}/recorded`,
          key: world.key(),
          body: { records },
        },
        says: `${by.email} releases ${records.length} records`,
        settle({ body }) {
          for (const { s_id, task } of body.done as { s_id: string; task: Task }[]) {
            const record = some.find((each) => each.student.email === s_id && each.task === task);
            if (record === undefined) continue;
            const { student: who, choice } = record;
            ledger.records.set(recordKey(who, task, choice), { ...record, released: true });
            const { status, marks, comments } = record;
            ledger.record(recordForm(who, task, choice), { status, marks, comments, released: true });
          }
        },
      };
    },
  },
  {
    name: 'ask for a review',
    weight: 2.5,
    plan(world) {
      const { ledger } = world;
      const receipt = pick(
        world,
        ledger.receipts.filter(
          ({ number, student: { state } }) => state === 'active' && ledger.marks.get(number)?.released,
        ),
      );
      if (receipt === null) return null;
      const { student: who, task, version, number } = receipt;
      const reason = ledger.word(
        'the reason of a review',
        (person) => person === who || person.role !== 'student',
        who,
      );
      return {
        request: {
          who,
          method: 'POST',
          url: `/api/students/secondLook/${who.email}`,
          key: world.key(),
          body: { task, version, reason },
        },
        says: `${who.email} asks for a review of ${number}`,
        settle() {
          if (!ledger.reviews.some((one) => one.number === number))
            ledger.reviews.push({ number, student: who, isAnswered: false });
        },
      };
    },
  },
  {
    name: 'answer a review',
    weight: 2,
    plan(world) {
      const { ledger } = world;
      const review = pick(
        world,
        ledger.reviews.filter(({ student: { state } }) => state !== 'anonymised'),
      );
      const by = review && (chance(world, 0.5) ? office(world) : staffOf(world, review.student.batch));
      const mark = review && ledger.marks.get(review.number);
      if (review === null || by === null || mark === undefined || mark === null) return null;
      const { number, student: who } = review;
      const answer = ledger.word(
        'the answer to a review',
        (person) => person.role !== 'student' || (person === who && review.isAnswered),
      );
      const original = shownOf(pageOf(world, markForm(number)));
      const isChanged = chance(world, 0.5) && original !== null;
      const typed = { ...shownOf(mark), marks: Math.min(100, mark.marks + 1), released: true } as Shown;
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/submissions/${number}/second-look`,
          key: world.key(),
          body: { answer, ...(isChanged && { mark: { ...typed, original } }) },
        },
        says: `${by.email} answers the review of ${number}${isChanged ? ` with ${typed.marks}` : ''}`,
        ...(isChanged && { form: { name: markForm(number), began: original, typed } }),
        settle() {
          review.isAnswered = true;
          if (isChanged) ledger.marks.set(number, { ...mark, ...typed });
        },
      };
    },
  },
  {
    name: 'import a sheet of marks',
    weight: 1.5,
    async plan(world) {
      const { ledger } = world;
      const task = anyTask(world);
      const batch = pick(world, ['OURS', 'THEIRS']) as string;
      const by = staffOf(world, batch);
      const who = pick(
        world,
        ledger.of('student').filter((one) => one.batch === batch && ledger.choices.has(one.id)),
      );
      if (by === null || who === null) return null;
      const choice = ledger.choices.get(who.id)?.at;
      const receipt = ledger.versionsOf(who, task).at(-1);
      if (receipt === undefined) return null;
      const marks = upTo(world, 100);
      const sheet = { task, text: `email,marks\n${who.email},${marks}` };
      const url = `/api/staff/batches/${batch}/marks`;
      const checked = await world.send({ who: by, method: 'POST', url: `${url}/check`, body: sheet });
      const before = ledger.marks.get(receipt.number);
      const record = ledger.records.get(recordKey(who, task, choice ?? 0));
      // Whether it becomes a mark of the file is then the sheet's own rule.
      if (checked.status !== 200 || record !== undefined) return null;
      const typed = { marks, comments: before?.comments ?? '', released: before?.released ?? false };
      return {
        request: {
          who: by,
          method: 'POST',
          url,
          body: { ...sheet, seen: checked.body.seen },
          key: world.key(),
        },
        says: `${by.email} imports ${marks} for ${task} of ${who.email}`,
        form: { name: markForm(receipt.number), began: shownOf(before ?? null), typed },
        settle: () => void ledger.marks.set(receipt.number, { ...typed, releasedAt: null }),
      };
    },
  },
];

import { demoEmail } from '#contract/demo-accounts';
import { dayMs, minuteMs } from '#contract/durations';
import { marksOfPoints, panelMean, stepLines, type Answered, type VivaPaper } from '#contract/viva-hour/hour';
import type { VivaStep } from '#contract/vivas/viva-steps';
import { addExaminer } from '../accounts/examiner-accounts.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { accountByEmail } from '../accounts/queries.ts';
import { viewerOf } from '../accounts/sessions/viewer.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { readLocal } from '../platform/zoned-time.ts';
import { askExtension } from '../progress/time/ask-extension.ts';
import { storeVivaTimes } from '../progress/time/viva-times.ts';
import { selectionOfStudent } from '../selections/queries.ts';
import { changeHour, noteMissing } from '../viva-hour/hour-rows.ts';
import { vivaHours } from '../viva-requests/viva-hours.ts';
import { storeAttendance } from '../vivas/day-rows.ts';
import { dayOf } from '../vivas/plan-hours.ts';
import { insertSlots, slotPlaces } from '../vivas/slot-rows.ts';
import { emailOf } from './write-class.ts';
import { writePapers } from './write-papers.ts';

type By = { by: number; now: number; zone: string };

/** From outside of the academy. */
const examinerEmail = demoEmail('examiner');

export async function writeExaminer(
  writer: Writer,
  { by, now, passwordHash }: { by: number; now: number; passwordHash: string },
): Promise<number> {
  const at = now - 20 * dayMs;
  const id = await insertAccount(writer, {
    email: examinerEmail,
    name: 'Latha Warrier',
    role: 'mentor',
    phone: '5550100109',
    password_hash: passwordHash,
    batch_id: null,
    typed_batch: null,
    confirmed_at: at,
    exit_score: null,
    grade: null,
    created_at: at,
    seen_at: null,
  });
  await addExaminer(writer, id, { by, at });
  return id;
}

type Asked = [step: VivaStep, text: string, answered: Answered];
/** Points of the six steps, in order. */
type Given = { points: readonly number[]; words: string; asked: readonly Asked[] };

/** Of yesterday: one paper for the mentor, one for the examiner from outside; null: none yet. */
const held: readonly {
  student: string;
  at: string;
  papers: readonly [Given, Given | null];
  end: 'open' | 'closed' | 'confirmed';
}[] = [
  {
    student: 'Jeena Varghese',
    at: '10:00',
    papers: [
      {
        points: [6, 12, 12, 8, 16, 6],
        words: 'Knows her own code. The tests were written by somebody else in the group.',
        asked: [
          ['methodology', 'Why is the state of an application a column and not a table?', 'with-help'],
          ['qa', 'What happens if two clerks open the same application?', 'partly'],
        ],
      },
      {
        points: [6, 11, 11, 7, 15, 6],
        words: 'Calm, and honest about what is missing.',
        asked: [['challenges', 'What would you do first with one more week?', 'right']],
      },
    ],
    end: 'confirmed',
  },
  {
    student: 'Fasil Rahman',
    at: '10:25',
    papers: [
      {
        points: [8, 15, 16, 12, 19, 8],
        words: 'Explained the ledger without notes.',
        asked: [['findings', 'How do you know that the balance is right?', 'fully']],
      },
      {
        points: [7, 12, 13, 9, 17, 7],
        words: 'Good on the ledger, unsure about the roles.',
        asked: [['qa', 'Who may sanction a loan, and where is that checked?', 'partly']],
      },
    ],
    end: 'open',
  },
  {
    student: 'Arunima Nair',
    at: '10:50',
    papers: [
      {
        points: [8, 16, 15, 12, 20, 8],
        words: 'Clear from the first sentence.',
        asked: [['introduction', 'Who uses this on a Monday morning?', 'fully']],
      },
      null,
    ],
    end: 'open',
  },
  {
    student: 'Athira Vijayan',
    at: '11:15',
    papers: [
      {
        points: [7, 13, 14, 10, 17, 7],
        words: 'Knows what is missing, and why.',
        asked: [['challenges', 'Which week cost you the most time?', 'right']],
      },
      null,
    ],
    end: 'closed',
  },
];

const paperOf = ({ points, words, asked }: Given): VivaPaper => ({
  points: stepLines.map(({ id }, index) => ({ line: id, points: points[index] ?? 0 })),
  words,
  questions: asked.map(([step, text, answered]) => ({ step, text, answered })),
  incidents: [],
});

/** Vivas that were held: confirmed, given by both, awaited from one, and closed by the office. */
export async function writeHeldVivas(
  writer: Writer,
  {
    batchId,
    mentorId,
    examinerId,
    roomId,
    by,
    now,
    zone,
  }: By & { batchId: number; mentorId: number; examinerId: number; roomId: number },
): Promise<void> {
  const minutes = 20;
  const buffer = 5;
  for (const { student, at, papers, end } of held) {
    const account = await accountByEmail(writer, emailOf(student));
    const [choice] = account === undefined ? [] : await selectionOfStudent(writer, { accountId: account.id });
    if (account === undefined || choice === undefined) throw new Error(`The demo has no ${student}`);
    const accountId = account.id;
    const startsAt = readLocal(`${dayOf(now - dayMs, zone)}T${at}`, zone, 'start');
    const panel = [mentorId, examinerId];
    await insertSlots(writer, [{ batchId, accountId, roomId, startsAt, minutes, buffer, panel }], {
      by,
      at: startsAt - 7 * dayMs,
    });
    const place = (await slotPlaces(writer, { batchId })).filter((one) => one.accountId === accountId);
    await storeVivaTimes(writer, place, { batchId, by, now: startsAt - 6 * dayMs });
    await storeAttendance(writer, {
      account_id: accountId,
      starts_at: startsAt,
      batch_id: batchId,
      state: 'came',
      reason: '',
      broken_from: null,
      broken_to: null,
      mark_recorded_at: null,
      recorded_by: mentorId,
      recorded_at: startsAt,
    });
    const given = papers.flatMap((one, index) =>
      one === null ? [] : [{ examinerId: panel[index] ?? mentorId, paper: paperOf(one) }],
    );
    const mean = panelMean(given.map(({ paper }) => marksOfPoints(paper.points)));
    const viva = { accountId, choice, batchId, startsAt, minutes };
    const hour = await writePapers(writer, viva, given, end === 'confirmed' ? mean : null);
    const opened_at = startsAt + minutes * minuteMs;
    if (end === 'open' && given.length === panel.length) await changeHour(writer, hour.id, { opened_at });
    if (end !== 'closed') continue;
    await noteMissing(writer, { hourId: hour.id, accountId }, [examinerId]);
    await changeHour(writer, hour.id, {
      opened_at,
      closed_at: opened_at + 120 * minuteMs,
      closed_by: by,
      closed_reason: 'Latha Warrier was called away, and cannot give marks.',
    });
  }
}

/** The student was told the time, and the office has to answer. */
export async function writeTimeRequest(
  writer: Writer,
  { batchId, by, now, zone, settings }: By & { batchId: number; settings: Settings },
): Promise<void> {
  const account = await accountByEmail(writer, emailOf('Sarath Chandran'));
  const [place] = (await slotPlaces(writer, { batchId })).filter((one) => one.accountId === account?.id);
  if (place === undefined) throw new Error('The demo has no time for Sarath Chandran');
  await storeVivaTimes(writer, [place], { batchId, by, now: now - 2 * dayMs });
  const asker = await viewerOf(writer, place.accountId);
  const until = dayOf(place.startsAt + dayMs, zone);
  const reason = 'My sister marries on the day of the viva.';
  const clock = { now: () => now - 120 * minuteMs };
  await askExtension(writer, { clock, settings }, asker, { task: 'viva', until, reason }, vivaHours);
}

export const examinersOfClass = [demoEmail('kavitha'), demoEmail('admin'), examinerEmail];

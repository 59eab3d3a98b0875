import { demoEmail } from '#contract/demo-accounts';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { stepLines, type AskedQuestion, type VivaPaper } from '#contract/viva-hour/hour';
import { batchByName } from '../courses/batch-queries.ts';
import { countedOf } from '../marking/recorded/counted.ts';
import { noteJointMarkers } from '../marking/reviews/joint-markers.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Signing } from '../results/freezes/sign-sheet.ts';
import { selectionOfStudent } from '../selections/queries.ts';
import { vivaRuleOf } from '../viva-hour/hour-rows.ts';
import { makeRecord } from '../viva-hour/make-record.ts';
import { momentOf } from '../viva-hour/present-hour.ts';
import { confirmedAfterMs, writePapers } from './write-papers.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

const asked: AskedQuestion[] = [
  { step: 'introduction', text: 'Who uses your project, and for what?', answered: 'fully' },
  { step: 'methodology', text: 'Why did you choose MongoDB?', answered: 'right' },
  {
    step: 'findings',
    text: 'How fast is your slowest page, and how did you measure it?',
    answered: 'partly',
  },
  { step: 'challenges', text: 'What would you build in another way today?', answered: 'fully' },
  { step: 'qa', text: 'What happens when two people save at once?', answered: 'with-help' },
];

/** As much of each step as of the whole. */
function pointsOf(total: number): VivaPaper['points'] {
  let [worth, given] = [0, 0];
  return stepLines.map(({ id, most }) => {
    worth += most;
    const points = Math.round((total * worth) / 100) - given;
    given += points;
    return { line: id, points };
  });
}

/** `past` was examined by two, whose mean is the mark that counts. */
export async function writeVivaRecord(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  signing: Omit<Signing, 'now'>,
): Promise<void> {
  const { id: batchId } = await batchByName(writer, 'MERN-2024-03');
  const past = accountOf(accounts, demoEmail('past'));
  const [choice] = await selectionOfStudent(writer, { accountId: past.id });
  const counted = (await countedOf(writer, [past.id])).find(({ task }) => task === 'viva');
  if (choice === undefined || counted?.marks == null) throw new Error('past has no mark of the viva');
  // In the morning of the day on which its mark was given.
  const startsAt = Math.floor((choice.startedAt + 58 * dayMs) / dayMs) * dayMs + 5 * hourMs;
  const minutes = 20;
  const now = startsAt + minutes * minuteMs + confirmedAfterMs;
  const member = (of: 'mentor' | 'admin', name: string) => {
    const email = demoEmail(of);
    return { id: accountOf(accounts, email).id, email, name };
  };
  const members = [member('mentor', 'Anjali Menon'), member('admin', 'Suresh Nambiar')];
  const papers: VivaPaper[] = [
    {
      points: pointsOf(counted.marks + 3),
      words: 'Knows every line of the code.',
      questions: asked,
      incidents: [],
    },
    {
      points: pointsOf(counted.marks - 3),
      words: '',
      questions: [{ step: 'conclusion', text: 'What did you learn?', answered: 'fully' }],
      incidents: [{ at: null, text: 'The projector failed for two minutes.' }],
    },
  ];
  const viva = { accountId: past.id, choice, batchId, startsAt, minutes };
  const given = papers.map((paper, place) => ({ examinerId: members[place]?.id ?? 0, paper }));
  const hour = await writePapers(writer, viva, given, counted.marks);
  await noteJointMarkers(
    writer,
    { accountId: past.id, choice: momentOf(choice), task: 'viva' },
    members.map(({ id }) => id),
  );
  const outcome = { marks: counted.marks, reason: '', comments: '' };
  const slot = { id: 0, batchId, startsAt, minutes, room: 'Room 1', link: null, isRepeat: false };
  const state = { panel: { slot, members }, choice, rule: await vivaRuleOf(writer, batchId) };
  const student = { accountId: past.id, email: demoEmail('past'), name: 'Rahul Babu', batchId };
  await makeRecord(writer, { student, state, hour, outcome }, { ...signing, now });
}

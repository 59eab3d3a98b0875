import { beforeEach, expect, it, vi } from 'vitest';
import { discussionOf, question } from '#support/discussion-fixtures';
import { openEarlierDevice, rowsOfEarlierDevice } from '#support/earlier-device';
import { mockApi } from '#support/mock-api';
import { readDraft, openDrafts, type Draft } from '../forms/drafts.ts';
import * as device from '../stored-names/device.ts';
import * as forum from '../stored-names/forum.ts';
import * as offline from '../stored-names/offline.ts';
import * as staff from '../stored-names/staff.ts';
import * as student from '../stored-names/student.ts';
import { closeOutbox, openOutbox, readRequests } from './outbox.ts';
import { queueRequest } from './queue-request.ts';

const names = { ...device, ...offline, ...forum, ...staff, ...student };

/** What version 1.0.0 wrote on a device, opened by today's code. `tests/api/earlier-device.http.test.ts` sends it. */

let count = 0;
let asha: string;
let ravi: string;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  count += 1;
  // A process has one memory for all its tests.
  asha = `asha-${count}@earlier.test`;
  ravi = `ravi-${count}@earlier.test`;
  return () => {
    closeOutbox();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  };
});
const open = () => openEarlierDevice({ 'asha@example.test': asha, 'ravi@example.test': ravi });

const marked = 'CAP-7K3M-92QX-W4TD-A8JH';
const typed = 'CAP-6666-7777-8888-9999';

/** By today's names. */
function draftsOfAsha(): Record<string, string | string[]> {
  const of = (call: string, field: string) => names.submissionDraft(asha, call, field);
  const asked = names.questionDraft(asha, asha);
  const edit = names.questionEditDraft(asha, '70006');
  const commentEdit = names.commentEditDraft(asha, '70007');
  const privateEdit = names.privateEditDraft(asha, '70008');
  return {
    [of('uploadWeek', 'links')]: 'https://git.example.test/half',
    [of('uploadWeek', 'comments')]: 'Half a sentence for week 4',
    [of('uploadWeek', 'file')]: ['not sent'],
    [of('uploadWeek', 'declared')]: 'd1',
    [of('uploadWeek', 'ai_use')]: 'understanding',
    [of('uploadWeek', 'ai_text')]: 'To read',
    [names.weekDraft(asha)]: '4',
    [of('uploadProject', 'links')]: 'https://git.example.test/final',
    [of('uploadProject', 'comments')]: 'Nearly',
    [of('uploadProject', 'file')]: ['1', '2'],
    [of('uploadViva', 'comments')]: 'About the talk',
    [of('uploadViva', 'file')]: ['talk'],
    [names.extensionDrafts(asha, 'week-2').reason]: 'My laptop is in repair.',
    [asked]: 'Typed on the bus',
    [names.anonymousDraft(asked)]: 'true',
    [names.readersDraft(asked)]: 'mentors',
    [names.commentDraft(asha, '70005')]: 'Taken back.',
    [names.commentDraft(asha, '70006')]: 'A comment, half typed',
    [edit]: 'Question 60',
    [names.originalOfDraft(edit)]: 'Question 6',
    [names.cancelledDraft(edit)]: 'Question 600',
    [commentEdit]: 'Third!',
    [names.originalOfDraft(commentEdit)]: 'Third',
    [names.privateDraft(asha, '70004')]: 'And tomorrow?',
    [privateEdit]: 'How do I deploy it?',
    [names.originalOfDraft(privateEdit)]: 'How do I deploy?',
    [names.reviewRequestDraft(asha, 'week-2', 1)]: 'It runs',
  };
}

function draftsOfRavi(): Record<string, string> {
  const mark = names.markDrafts(ravi, typed);
  const review = names.reviewDraft(ravi, typed);
  return {
    [mark.marks]: '8',
    [mark.comments]: 'Half a',
    [mark.rubric]: '{"lines":["7"],"reason":null}',
    [names.markOriginalDraft(ravi, typed)]: 'null',
    [names.cancelledMarkDraft(ravi, marked)]: JSON.stringify({ [names.markDrafts(ravi, marked).marks]: '9' }),
    [review]: 'It does.',
    [names.reviewedMarkDraft(review, 82)]: '84',
    [names.reviewedMarkDraft(review, null)]: '70',
    [names.rubricDraft(ravi, 'P001', 'week-2')]: '{"original":"7 8","lines":[]}',
    [names.briefDraft(ravi, 'P001', 'week-1')]: 'Show three.',
    [names.projectDraft(ravi, 'P001')]: '{"name":"Token queue"}',
    [names.projectDraft(ravi, 'new')]: '{"name":"New one"}',
    [names.noteDraft(ravi, asha)]: ' Was ill. ',
    [names.newAnnouncementDraft(ravi, 'MERN-2026-11')]: 'Dear all',
    [names.announcementDraft(ravi, '70009')]: 'Dear all, again',
    [names.plannedAnnouncementDraft(ravi, '70010')]: 'Tomorrow',
    [names.questionDraft(ravi, 'MERN-2026-11')]: 'A question of staff',
  };
}

async function read(draft: Draft | undefined): Promise<unknown> {
  if (draft === undefined || typeof draft === 'string') return draft;
  return Promise.all([draft].flat().map((file) => (file as File).text()));
}

it('finds each of its drafts under today’s names, and no other', async () => {
  const rows = await open();
  const becameDraft = names.sentDraft(names.commentDraft(asha, '70005'));
  for (const [account, drafts] of [
    [asha, draftsOfAsha()],
    [ravi, draftsOfRavi()],
  ] as const) {
    await openDrafts(account);
    for (const [key, value] of Object.entries(drafts)) expect(await read(readDraft(key)), key).toEqual(value);
    const stored = rows.filter(({ database }) => database === names.draftsDatabase(account));
    const known = [...Object.keys(drafts), ...(account === asha ? [becameDraft] : [])];
    expect(stored.map(({ key }) => key).toSorted()).toEqual(known.toSorted());
  }
});

it('finds its requests by today’s subjects, calls and lanes', async () => {
  await open();
  mockApi().cutOff('uploadViva', 'askQuestion', 'markSubmission', 'readSession');
  await openOutbox(asha);
  expect(readRequests().map(({ subject }) => subject)).toEqual([
    names.subjects.submission('viva'),
    names.subjects.submission('final'),
    ...(['week-1', 'week-2', 'week-3', 'week-4'] as const).map(names.subjects.submission),
    names.subjects.forum(asha),
    names.subjects.forum(asha),
    names.subjects.question('70001'),
    names.subjects.question('70002'),
    names.subjects.question('70002'),
    names.subjects.newPrivate,
    names.subjects.privateQuestion('70004'),
    names.subjects.review('week-1'),
  ]);
  await openOutbox(ravi);
  expect(readRequests().map(({ subject }) => subject)).toEqual([
    names.subjects.mark(marked),
    names.subjects.mark('CAP-2222-3333-4444-5555'),
  ]);
  const calls = rowsOfEarlierDevice().flatMap(({ value }) =>
    typeof value === 'object' && value !== null && 'call' in value ? [value.call] : [],
  );
  expect(
    names.queuedCalls.filter((call) => !calls.includes(call)),
    'queued since',
  ).toEqual(['changePrivate', 'recordMark', 'giveVivaMarks', 'askExtension']);
});

it('sends a comment that had become a draft again under the key of its first attempt', async () => {
  const rows = await open();
  const api = mockApi();
  api.reply('answerQuestion', discussionOf([question(70_005)]), 201);
  api.cutOff('uploadViva', 'askQuestion', 'sendPrivate', 'editQuestion', 'editComment', 'askSecondLook');
  await openDrafts(asha);
  await openOutbox(asha);
  const key = names.commentDraft(asha, '70005');
  const text = readDraft(key) as string;
  await queueRequest({
    call: 'answerQuestion',
    params: { s_id: asha, id: '70005' },
    body: { answer: text, format: 'markdown' },
    subject: names.subjects.question('70005'),
    label: { to: '/discussion/MERN-2026-11/70005' },
    drafts: { [key]: text },
  });
  const remembered = rows.find((row) => row.key === names.sentDraft(key))?.value as string;
  const again = readRequests().find(({ subject }) => subject === names.subjects.question('70005'));
  expect(again?.idempotencyKey).toBe((JSON.parse(remembered) as { key: string }).key);
});

import { unfinishedGroups } from '#contract/results/unfinished';
import { stepLines } from '#contract/viva-hour/hour';
import { dayMs, minuteMs } from '#contract/durations';
import { call, type Measured, type Options, type Role } from './measured.ts';
import { accessToken } from './seed.ts';
import { examined, finalOf, finishBatch, finisherEmail, vivaRoom } from './seed-finish.ts';

/** Of a class of sixty, which these calls read whole. */
const ofFinish = (as: Role, query = '', params: Record<string, string> = {}): Options => ({
  as,
  what: `finish${query}`,
  query,
  params: () => ({ batch: finishBatch, ...params }),
});

const inPanel = ofFinish('mentor', '', { s_id: finisherEmail(examined[0] ?? 0) });
/** Nobody has marked it. */
const ofFinal = ofFinish('mentor', '', { id: finalOf(examined[0] ?? 0) });

export const finishCalls: readonly Measured[] = [
  ...unfinishedGroups.map((group) => call('readUnfinished', ofFinish('mentor', `?group=${group}`))),
  call('exportUnfinished', ofFinish('mentor')),
  call('listBatchProgress', ofFinish('mentor')),
  call('exportBatchProgress', ofFinish('mentor')),
  call('readMarkDistribution', ofFinish('mentor')),
  call('readFreezes', ofFinish('mentor')),
  call('readFreeze', ofFinish('mentor', '', { number: '1' })),
  call('exportSheet', ofFinish('mentor', '', { number: '1' })),
  call('listUnconfirmedNames', ofFinish('mentor')),
  call('listUnreleasedRecords', ofFinish('mentor')),
  call('listUnsubmitted', ofFinish('mentor', '?task=viva')),
  call('readVivaPlan', ofFinish('mentor')),
  call('readVivaDay', ofFinish('mentor')),
  call('readViva', inPanel),
  call('readVivaHour', inPanel),
  call('readPanelQuestions', inPanel),
  call('giveVivaMarks', {
    ...inPanel,
    body: (_, n) => ({
      points: stepLines.map(({ id }) => ({ line: id, points: 1 })),
      words: `Clear ${n}.`,
      questions: [],
      incidents: [],
    }),
  }),
  call('listVivaRecords', inPanel),
  call('listOwnVivaRecords'),
  call('readFinalMarks', ofFinal),
  call('giveFinalMarks', {
    ...ofFinal,
    body: (_, n) => ({ points: [{ line: 'marks', points: n % 100 }], words: '' }),
  }),
  call('listAccessTokens', { as: 'mentor' }),
  call('listStaffBatches', {
    as: () => null,
    headers: { authorization: `Bearer ${accessToken}` },
    what: 'by a token',
  }),
];

const vivasFrom = Date.parse('2027-01-04T09:00Z');
const vivasADay = 16;
/** Every half hour of working days of eight hours: the portal refuses a time at night. */
const startOf = (n: number): string =>
  new Date(vivasFrom + Math.floor(n / vivasADay) * dayMs + (n % vivasADay) * 30 * minuteMs)
    .toISOString()
    .slice(0, 'YYYY-MM-DDTHH:MM'.length);
const vivaSheet: Pick<Options, 'body'> = {
  body: ({ mentor }, n) => ({
    text: `Email;Time;Room;Examiner\n${finisherEmail(58)};${startOf(n + 3_200)};${vivaRoom};${mentor.email}`,
  }),
};

/** Among calls of an administrator, who reads the names of all batches. */
export const officeFinishCalls: readonly Measured[] = [
  call('listBatchCertificates', ofFinish('administrator')),
  call('readFreezes', ofFinish('administrator')),
  call('readVivaPlan', ofFinish('administrator')),
  call('readVivaPlan', ofFinish('administrator', `?student=${finisherEmail(59)}&find=example`)),
  call('checkVivas', { ...ofFinish('administrator'), ...vivaSheet }),
  call('importVivas', { ...ofFinish('administrator'), ...vivaSheet }),
  call('readVivaDay', ofFinish('administrator')),
  call('listVivaHours', ofFinish('administrator')),
  call('placeViva', {
    ...ofFinish('administrator', '', { s_id: finisherEmail(59) }),
    body: ({ mentor }, n) => ({
      starts_at: startOf(n),
      room: vivaRoom,
      examiners: [mentor.email],
    }),
  }),
];

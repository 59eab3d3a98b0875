import BetterSqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildMentor, buildStudent } from '#support/factories';
import { recordQueries } from '#support/record-queries';
import { makeTestApp } from '#support/test-app';
import { listLines, type LineFilter, type LinePlace } from './list-lines.ts';
import { movePendingLines, pendingLines } from './audit-backlog.ts';

const everything: LineFilter = { events: null, actor: null, whom: null, from: null, to: null };

/**
 * 200 lines of three people, the operator and nobody, of which many are of one instant.
 * @param pending how many of them, the newest, are pending
 */
async function makeLog(pending = 0) {
  const app = await makeTestApp();
  const { context } = app;
  const mentors = [await buildMentor(context), await buildMentor(context)];
  const student = await buildStudent(context);
  const events = ['mark-submission', 'place-student', 'login-failed'];
  const rows = Array.from({ length: 200 }, (_, n) => ({
    at: 1_000 + Math.floor(n / 7) * 10,
    actor_id: n % 4 === 0 ? null : mentors[n % 2]!.id,
    act: events[n % 3]!,
    subject: n % 5 === 0 ? student.email : `R-${n % 10}`,
    about_id: n % 6 === 0 || n % 10 === 1 ? student.id : null,
    network: n % 3 === 2 ? '10.0.0.0/24' : null,
  }));
  await context.database.transaction(async (writer) => {
    await writer
      .insertInto('audit_log')
      .values(rows.slice(0, rows.length - pending))
      .execute();
    if (pending > 0)
      await writer
        .insertInto(pendingLines as 'audit_log')
        .values(rows.slice(-pending))
        .execute();
  });
  return { app, mentor: mentors[1]!, student, rows };
}
type Log = Awaited<ReturnType<typeof makeLog>>;

const filtersOf = ({ mentor, student }: Log): LineFilter[] => {
  const whom = { accountId: student.id, subjects: [student.email, 'R-3'] };
  const events = ['mark-submission', 'login-failed'];
  return [
    everything,
    { ...everything, events },
    { ...everything, actor: mentor.id },
    { ...everything, actor: 'operator' },
    { ...everything, actor: mentor.id, events },
    { ...everything, actor: 'operator', events },
    { ...everything, whom },
    { ...everything, whom, events },
    { ...everything, whom, events: [] },
    { ...everything, whom, events, actor: mentor.id },
    { ...everything, whom, events, actor: 'operator' },
    { ...everything, whom: { accountId: null, subjects: ['R-3'] } },
    { ...everything, whom: { accountId: null, subjects: ['R-3'] }, events },
    { ...everything, from: 1_050, to: 1_150 },
    { ...everything, events, from: 1_050, to: 1_150 },
    { ...everything, events: [] },
  ];
};

async function readAll(
  { app }: Log,
  filter: LineFilter,
  limit: number,
  afterPage: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const ids: number[] = [];
  let after: LinePlace | null = null;
  for (;;) {
    const page = await listLines(app.context.database.reader, filter, { after, limit });
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (last === undefined) return ids;
    after = last;
    await afterPage();
  }
}

const fits = (row: Log['rows'][number], { events, actor, whom, from, to }: LineFilter) =>
  (events === null || events.includes(row.act)) &&
  (actor === null ||
    (actor === 'operator' ? row.actor_id === null && row.network === null : row.actor_id === actor)) &&
  (whom === null ||
    (whom.accountId !== null && row.about_id === whom.accountId) ||
    whom.subjects.includes(row.subject)) &&
  (from === null || row.at >= from) &&
  (to === null || row.at <= to);

/** The ids that a filter should give, in their order. */
const expectedOf = ({ rows }: Log, filter: LineFilter): number[] =>
  rows
    .flatMap((row, index) => (fits(row, filter) ? [{ at: row.at, id: index + 1 }] : []))
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
    .map(({ id }) => id);

test('each filter has its lines, newest first, each once on whatever page', async () => {
  const log = await makeLog();
  for (const filter of filtersOf(log))
    expect(await readAll(log, filter, 17), JSON.stringify(filter)).toEqual(expectedOf(log, filter));
});

test.runIf(engineName === 'postgres')(
  'the same while lines are pending, and while they are moved',
  async () => {
    const log = await makeLog(160);
    const { database } = log.app.context;
    const move = () => database.transaction((writer) => movePendingLines(writer, 3));
    for (const filter of filtersOf(log))
      expect(await readAll(log, filter, 17, move), JSON.stringify(filter)).toEqual(expectedOf(log, filter));
    expect(await move(), 'nothing is left').toBe(0);
  },
);

test.runIf(engineName === 'sqlite')(
  'no filter reads lines that it does not give, or sorts them',
  async () => {
    const log = await makeLog();
    const recorded = await recordQueries(log.app.context.database);
    for (const filter of filtersOf(log))
      await listLines(log.app.context.database.reader, filter, { after: { at: 1_100, id: 60 }, limit: 10 });
    const texts = recorded.queries().flatMap(({ sql: text }) => (text.includes('audit_log') ? [text] : []));
    expect(texts.length).toBeGreaterThan(8);
    const database = new BetterSqlite(log.app.databaseLocation, { readonly: true });
    const plans = texts.map((text) => {
      const values = Array.from({ length: text.split('?').length - 1 }, () => 0);
      const steps = database.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
      return steps.map(({ detail }) => detail);
    });
    database.close();
    // The lines of one subject are few: those alone are sorted. A union sorts the pages of its branches.
    const amiss = plans.filter((steps) =>
      steps.some((step, index) => {
        const isSorted = steps[index + 1]?.includes('TEMP B-TREE') === true;
        const isWhole = step.startsWith('SCAN audit_log') && !step.includes('USING INDEX');
        return isWhole || (/ audit_log/.test(step) && isSorted && !step.includes('audit_log_of_subject'));
      }),
    );
    expect(amiss).toEqual([]);
    const used = plans.flat().join('\n');
    for (const index of [
      'in_time',
      'of_act',
      'of_actor',
      'of_actor_and_act',
      'about',
      'about_of_act',
      'of_operator',
      'of_subject',
    ])
      expect(used).toContain(`audit_log_${index} `);
  },
);

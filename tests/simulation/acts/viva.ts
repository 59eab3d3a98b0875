import { minuteMs, dayMs } from '#contract/durations';
import { stepLines } from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { paperKey, type Person } from '../ledger.ts';
import { noteOutcome, panels, type Panel } from '../vivas.ts';
import { roomNames, type World } from '../world.ts';
import { chance, localTime, office, pick, student, upTo, type Act } from './act.ts';

/** Few, so that vivas meet. */
const startsOf = ({ clock }: World): string[] => {
  const tomorrow = Math.ceil(clock.now() / dayMs) * dayMs + dayMs;
  return [0, 10, 25, 40].map((minutes) => localTime(tomorrow + minutes * minuteMs));
};

async function anyPanel(world: World, isWanted: (panel: Panel) => boolean): Promise<Panel | null> {
  return pick(world, (await panels(world)).filter(isWanted));
}

/** Until all have given marks nobody else reads them; a student never does. */
function wordOf(world: World, { student: of, choice }: Panel, by: Person): string {
  const { ledger } = world;
  return ledger.word(`the words of ${by.email} in the viva of ${of.email}`, (person) => {
    if (person.role === 'student') return false;
    return person === by || ledger.openedVivas.has(`${of.id} ${choice}`);
  });
}

function paperOf(world: World, panel: Panel, by: Person) {
  const points = stepLines.map(({ id, most }) => ({ line: id, points: upTo(world, most) }));
  const marks = points.reduce((sum, { points: given }) => sum + given, 0);
  return { marks, paper: { points, words: wordOf(world, panel, by), questions: [], incidents: [] } };
}

export const vivaActs: Act[] = [
  {
    name: 'give a viva a time',
    weight: 3,
    plan(world) {
      const { ledger } = world;
      const by = office(world);
      const who = student(world);
      if (by === null || who === null || who.batch === null || !ledger.choices.has(who.id)) return null;
      const staff = [...ledger.mentorsOf(who.batch), by];
      const examiners = new Set([pick(world, staff), ...(chance(world, 0.6) ? [pick(world, staff)] : [])]);
      const body = {
        starts_at: pick(world, startsOf(world)),
        room: pick(world, roomNames),
        examiners: [...examiners].map((one) => one?.email),
      };
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/batches/${who.batch}/viva-plan/students/${who.email}`,
          key: world.key(),
          body,
        },
        says: `the office gives ${who.email} a viva at ${body.starts_at} in ${body.room} with ${body.examiners.join(' and ')}`,
      };
    },
  },
  {
    name: 'give marks of a viva',
    weight: 4,
    async plan(world) {
      const { ledger } = world;
      const panel = await anyPanel(world, ({ student: { state } }) => state === 'active');
      const by = panel && pick(world, panel.members);
      if (panel === null || by === null) return null;
      const { marks, paper } = paperOf(world, panel, by);
      const { student: of, choice } = panel;
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/vivas/${of.email}/marks`,
          key: world.key(),
          body: paper,
        },
        says: `${by.email} gives ${marks} for the viva of ${of.email}`,
        settle({ body }) {
          const hour = body as VivaHour;
          ledger.papers.set(paperKey(of, choice, by), { marks, words: paper.words });
          if (hour.papers !== null) ledger.openedVivas.add(`${of.id} ${choice}`);
        },
        // Who was taken off the panel is refused before the key is looked up.
        isLasting: () => by.role === 'mentor',
      };
    },
  },
  {
    name: 'confirm the outcome of a viva',
    weight: 5,
    async plan(world) {
      const { ledger } = world;
      const panel = await anyPanel(
        world,
        ({ student: { state, id }, choice }) =>
          state === 'active' && ledger.openedVivas.has(`${id} ${choice}`),
      );
      const by = panel && pick(world, panel.members);
      if (panel === null || by === null) return null;
      const { student: of, choice } = panel;
      const { status, body: hour } = await world.read(by, `/api/staff/vivas/${of.email}/hour`);
      if (status !== 200 || hour.papers === null) return null;
      const isSame = hour.outcome !== null && chance(world, 0.8);
      const word: string = ledger.word(`the comment of the viva of ${of.email}`, (person) => {
        if (person.role !== 'student') return true;
        return person === of && ledger.isVivaReleasedTo(of, choice, word);
      });
      const outcome = isSame
        ? { marks: hour.outcome.marks, reason: hour.outcome.reason, comments: hour.outcome.comments }
        : { marks: hour.mean, reason: hour.needs_reason ? 'Simulated.' : '', comments: word };
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/vivas/${of.email}/outcome`,
          key: world.key(),
          body: outcome,
        },
        says: `${by.email} confirms ${outcome.marks} for the viva of ${of.email}`,
        async settle({ body }) {
          const after = body as VivaHour;
          if (after.confirmed_at === null) return;
          // By the panel of then: the marks of whom the office adds later, or at this moment, are no part of it.
          const isBySame = hour.confirmed_at === null && after.panel.length === panel.members.length;
          if (isBySame && after.panel.some(({ gave, confirmed }) => gave && !confirmed))
            world.portal.seams.broken.push(`the viva of ${of.email} is confirmed by some of its panel only`);
          await noteOutcome(world, panel, outcome);
        },
        isLasting: () => by.role === 'mentor',
      };
    },
  },
  {
    name: 'take the time of a viva away',
    weight: 0.6,
    async plan(world) {
      const by = office(world);
      const panel = await anyPanel(world, ({ student: { state } }) => state === 'active');
      if (by === null || panel === null) return null;
      const { student: of, batch } = panel;
      return {
        request: {
          who: by,
          method: 'DELETE',
          url: `/api/staff/batches/${batch}/viva-plan/students/${of.email}`,
          key: world.key(),
          body: {},
        },
        says: `the office takes the viva of ${of.email} away`,
      };
    },
  },
];

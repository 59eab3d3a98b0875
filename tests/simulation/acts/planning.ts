import { dayMs } from '#contract/durations';
import { batchNames } from '../world.ts';
import { localTime, office, pageOf, pick, staffOf, student, type Act } from './act.ts';

export const planningActs: Act[] = [
  {
    name: 'change the dates of a batch',
    weight: 1,
    plan(world) {
      const batch = pick(world, batchNames) as string;
      const who = staffOf(world, batch);
      if (who === null) return null;
      const form = `dates ${batch}`;
      if (world.ledger.current(form) === undefined) world.ledger.record(form, { extension_days: null });
      const began = pageOf(world, form);
      const typed = { extension_days: 1 + (world.ledger.count() % 14) };
      // Members that the form did not change stay as they are.
      const others = { start: '2026-11-02', viva_deadline: null, due: {} };
      return {
        request: {
          who,
          method: 'PUT',
          url: `/api/staff/batches/${batch}/dates`,
          key: world.key(),
          body: { ...others, ...typed, began },
        },
        says: `${who.email} grants extensions of ${typed.extension_days} days in ${batch} at once, began from ${String(began?.['extension_days'])}`,
        form: { name: form, began, typed },
      };
    },
  },
  {
    name: 'correct a start',
    weight: 1,
    plan(world) {
      const { ledger, clock } = world;
      const by = office(world);
      const who = student(world);
      if (by === null || who === null || !ledger.choices.has(who.id)) return null;
      const start = localTime(clock.now() - (20 + (ledger.count() % 15)) * dayMs);
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/students/${who.email}/start`,
          key: world.key(),
          body: { start, reason: 'Simulated.' },
        },
        says: `the office lets the project of ${who.email} start at ${start}`,
        settle: () => void ledger.corrected.set(who.id, (ledger.corrected.get(who.id) ?? 0) + 1),
      };
    },
  },
  {
    name: 'read the notices',
    weight: 1.5,
    async plan(world) {
      const who = pick(world, world.ledger.of('student'));
      if (who === null) return null;
      const { body } = await world.read(who, '/api/notices');
      const newest = body.notices?.[0]?.id as string | undefined;
      if (newest === undefined) return null;
      return {
        request: { who, method: 'POST', url: '/api/notices/read', key: world.key(), body: { up_to: newest } },
        says: `${who.email} reads the notices`,
        // It stores no key: it may count what came later.
        isLasting: () => false,
      };
    },
  },
];

import { projectIds } from '../world.ts';
import { office, pick, student, type Act } from './act.ts';

export const choosingActs: Act[] = [
  {
    name: 'choose a project',
    weight: 5,
    plan(world) {
      const { ledger } = world;
      const without = ledger.of('student').filter(({ id }) => !ledger.choices.has(id));
      // Sometimes somebody who has one: it stays.
      const who = pick(world, without) ?? student(world);
      const project = pick(world, projectIds) as string;
      if (who === null) return null;
      return {
        request: {
          who,
          method: 'POST',
          url: '/api/students/selectProject',
          key: world.key(),
          body: { sp_id: who.email, p_id: project },
        },
        says: `${who.email} chooses ${project}`,
        settle({ status, body }) {
          if (status !== 201) return;
          ledger.choices.set(who.id, { project, at: Date.parse(body.start_date) });
        },
        // One that was undone is refused in words of its own.
        isLasting: () => ledger.choices.get(who.id)?.project === project,
      };
    },
  },
  {
    name: 'undo a choice',
    weight: 1.2,
    plan(world) {
      const { ledger } = world;
      const by = office(world);
      const who = student(world);
      const choice = who && ledger.choices.get(who.id);
      if (by === null || who === null || choice === undefined || choice === null) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/students/${who.email}/undo-selection`,
          key: world.key(),
          body: { p_id: choice.project, reason: 'Simulated.' },
        },
        says: `the office undoes the choice of ${who.email}`,
        settle() {
          ledger.choices.delete(who.id);
          ledger.undone.set(who.id, (ledger.undone.get(who.id) ?? 0) + 1);
        },
      };
    },
  },
];

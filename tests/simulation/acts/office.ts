import { defaultRule } from '#contract/results/rule';
import { batchNames, type World } from '../world.ts';
import { noteFrozen } from '../frozen.ts';
import { chance, office, pageOf, pick, student, type Act } from './act.ts';

async function newestSheet(world: World, batch: string, number: number): Promise<void> {
  const by = office(world);
  if (by === null) return;
  const { body } = await world.read(by, `/api/staff/batches/${batch}/freezes/${number}`);
  world.ledger.sheets.push({ batch, number, sheet: JSON.stringify(body) });
}

export const officeActs: Act[] = [
  {
    name: 'freeze the results',
    weight: 1.5,
    async plan(world) {
      const by = office(world);
      const batch = pick(world, batchNames) as string;
      if (by === null) return null;
      const url = `/api/staff/batches/${batch}/freezes`;
      const { body } = await world.read(by, url);
      const { digest, number } = body.next;
      const incomplete = chance(world, 0.6) ? 'freeze' : 'leave_out';
      return {
        request: {
          who: by,
          method: 'POST',
          url,
          key: world.key(),
          body: { digest, incomplete, reason: number > 1 ? 'Simulated.' : '' },
        },
        says: `the office freezes ${batch} for the ${number}. time (${incomplete})`,
        async settle() {
          if (world.ledger.sheets.some((one) => one.batch === batch && one.number === number)) return;
          await noteFrozen(world);
          await newestSheet(world, batch, number);
        },
      };
    },
  },
  {
    name: 'open a frozen result',
    weight: 1,
    plan(world) {
      const { ledger } = world;
      const by = office(world);
      const who = pick(
        world,
        ledger.of('student').filter(({ id }) => ledger.frozen.has(id)),
      );
      if (by === null || who === null) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/students/${who.email}/results/open`,
          key: world.key(),
          body: { reason: 'Simulated.' },
        },
        says: `the office opens the result of ${who.email}`,
        settle: () => void ledger.frozen.delete(who.id),
      };
    },
  },
  {
    name: 'change the rule of results',
    weight: 0.8,
    plan(world) {
      const by = office(world);
      const batch = pick(world, batchNames) as string;
      if (by === null) return null;
      const form = `rule ${batch}`;
      if (world.ledger.current(form) === undefined) world.ledger.record(form, { pass_mark: null });
      const began = pageOf(world, form);
      const typed = { pass_mark: world.ledger.count() % 100 };
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/batches/${batch}/result-rule`,
          key: world.key(),
          body: { ...defaultRule, ...typed, reason: 'Simulated.', began },
        },
        says: `the office sets the pass mark of ${batch} to ${typed.pass_mark}, began from ${String(began?.['pass_mark'])}`,
        form: { name: form, began, typed },
      };
    },
  },
  {
    name: 'confirm the name for certificates',
    weight: 2,
    plan(world) {
      const who = student(world);
      if (who === null) return null;
      return {
        request: {
          who,
          method: 'PUT',
          url: `/api/students/certificateName/${who.email}`,
          key: world.key(),
          body: { line: who.name },
        },
        says: `${who.email} confirms the name ${who.name}`,
      };
    },
  },
  {
    name: 'issue certificates',
    weight: 1.5,
    plan(world) {
      const { ledger } = world;
      const by = office(world);
      const batch = pick(world, batchNames) as string;
      if (by === null || ledger.frozen.size === 0) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/batches/${batch}/certificates`,
          key: world.key(),
          body: {},
        },
        says: `the office issues certificates to ${batch}`,
        settle({ body }) {
          for (const { s_id, issued } of body.students) {
            const who = ledger.people.find(({ email }) => email === s_id);
            if (who === undefined || issued === null) continue;
            if (!ledger.certificates.some(({ number }) => number === issued.number))
              ledger.certificates.push({ number: issued.number, student: who, isRevoked: false });
          }
        },
      };
    },
  },
  {
    name: 'revoke a certificate',
    weight: 0.6,
    plan(world) {
      const by = office(world);
      const one = pick(
        world,
        world.ledger.certificates.filter(
          ({ isRevoked, student: { state } }) => !isRevoked && state !== 'anonymised',
        ),
      );
      if (by === null || one === null) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/certificates/${one.number}/revocation`,
          key: world.key(),
          body: { reason: 'mistake', note: 'Simulated.' },
        },
        says: `the office revokes ${one.number}`,
        settle: () => void (one.isRevoked = true),
      };
    },
  },
];

import type { Invited } from '../ledger.ts';
import type { World } from '../world.ts';
import { office, pick, type Act } from './act.ts';

const password = 'secret of the invited';

const typeCode = (world: World, { email }: Invited, code: string) =>
  world.send({ who: null, method: 'POST', url: '/api/auth/invitation/code', body: { code, contact: email } });

const waiting = ({ ledger }: World): Invited[] => ledger.invited.filter(({ hasCome }) => !hasCome);

export const invitationActs: Act[] = [
  {
    name: 'print an invitation',
    weight: 0.8,
    plan(world) {
      const by = office(world);
      const one = pick(world, waiting(world));
      if (by === null || one === null) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: '/api/staff/invitations/print',
          key: world.key(),
          body: { batch: null, emails: [one.email] },
        },
        says: `the office prints an invitation for ${one.email}`,
        settle({ body }) {
          for (const { code } of body.invitations as { code: string }[]) one.codes.push(code);
        },
        // A repetition gives further codes.
        isLasting: () => false,
      };
    },
  },
  {
    name: 'withdraw an invitation',
    weight: 0.4,
    plan(world) {
      const by = office(world);
      const one = pick(
        world,
        waiting(world).filter(({ codes }) => codes.length > 0),
      );
      if (by === null || one === null) return null;
      // Another one may be printed at the same moment.
      const known = [...one.codes];
      return {
        request: {
          who: by,
          method: 'POST',
          url: '/api/staff/invitations/revoke',
          key: world.key(),
          body: { emails: [one.email] },
        },
        says: `the office withdraws the invitation of ${one.email}`,
        settle: () => void known.forEach((code) => one.ended.add(code)),
        isLasting: () => false,
      };
    },
  },
  {
    name: 'type a code and join',
    weight: 0.6,
    async run(world) {
      const { ledger } = world;
      const one = pick(
        world,
        waiting(world).filter(({ codes }) => codes.length > 0),
      );
      const code = one?.codes.at(-1);
      if (one === null || code === undefined || one.ended.has(code)) return null;
      const opened = await typeCode(world, one, code);
      if (opened.status !== 200) return `${one.email} types a code: ${opened.status}`;
      const { token } = opened.body;
      const body = { token, password, terms: true };
      const joined = await world.send({ who: null, method: 'POST', url: '/api/auth/invitation', body });
      const says = `${one.email} types a code and joins: ${joined.status}`;
      if (joined.status !== 201) return says;
      one.hasCome = true;
      for (const each of one.codes) one.ended.add(each);
      ledger.people.push({
        id: await world.idOf(one.email),
        email: one.email,
        name: one.name,
        password,
        role: 'student',
        batch: one.batch,
        batches: [],
        state: 'active',
        isConfirmed: true,
        cookie: null,
      });
      return says;
    },
  },
  {
    name: 'type an ended code',
    weight: 0.4,
    async run(world) {
      const one = pick(
        world,
        world.ledger.invited.filter(({ ended }) => ended.size > 0),
      );
      const code = one && pick(world, [...one.ended]);
      if (one === null || code === null) return null;
      const { status } = await typeCode(world, one, code);
      if (status < 400) world.portal.seams.broken.push(`a code of ${one.email} that has ended opens a link`);
      return `somebody types an ended code of ${one.email}: ${status}`;
    },
  },
];

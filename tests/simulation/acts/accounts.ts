import { batchNames } from '../world.ts';
import { office, pageOf, pick, staffOf, student, type Act } from './act.ts';

const mostStudents = 12;

export const accountActs: Act[] = [
  {
    name: 'sign up',
    weight: 2,
    plan(world) {
      const { ledger } = world;
      const number = ledger.people.length;
      if (number > mostStudents) return null;
      const email = `signed${number}@example.test`;
      const batch = pick(world, batchNames) as string;
      const name = `Signed ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}`;
      const body = { name, email, password: 'secret of the simulation', phone: '9876543210', batch };
      return {
        request: { who: null, method: 'POST', url: '/api/auth/signup', body, key: world.key() },
        says: `${email} signs up for ${batch}`,
        async settle({ body: { student: made } }) {
          if (ledger.people.some((one) => one.email === email)) return;
          ledger.people.push({
            id: await world.idOf(email),
            email,
            name,
            password: body.password,
            role: 'student',
            batch: made.batch,
            batches: [],
            state: 'active',
            isConfirmed: false,
            cookie: null,
          });
        },
        lasting: ({ body: { student: made } }) => made.s_id,
        // Whoever was anonymised since is known to nothing that could answer.
        isLasting: () => ledger.people.some((one) => one.email === email),
      };
    },
  },
  {
    name: 'confirm the email',
    weight: 2,
    plan(world) {
      const who = pick(
        world,
        world.ledger.of('student').filter(({ isConfirmed }) => !isConfirmed),
      );
      const mail = world.ledger.mails.findLast(
        ({ to, text }) => to === who?.email && text.includes('/confirm-email?token='),
      );
      const token = /confirm-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (who === null || token === undefined) return null;
      return {
        request: { who: null, method: 'POST', url: '/api/auth/confirm', body: { token } },
        says: `${who.email} confirms the email`,
        settle: () => void (who.isConfirmed = true),
      };
    },
  },
  {
    name: 'log in',
    weight: 1,
    async run(world) {
      const who = pick(
        world,
        world.ledger.people.filter(({ state }) => state !== 'anonymised'),
      );
      if (who === null) return null;
      const { status } = await world.logIn(who);
      return `${who.email} logs in: ${status}`;
    },
  },
  {
    name: 'correct a profile',
    weight: 2,
    plan(world) {
      const who = student(world);
      const by = office(world);
      if (who === null || by === null) return null;
      const form = `profile ${who.email}`;
      if (world.ledger.current(form) === undefined) world.ledger.record(form, { name: who.name });
      const began = pageOf(world, form);
      const name = `${who.name.split(' ')[0]} ${world.ledger.letters()}`;
      const phone = '9876543210';
      return {
        request: {
          who: by,
          method: 'PUT',
          url: `/api/staff/people/${who.email}/profile`,
          key: world.key(),
          body: { name, phone, exit_score: null, grade: null, began: { name: began?.['name'] ?? who.name } },
        },
        says: `the office corrects the name of ${who.email} to ${name}`,
        form: { name: form, began, typed: { name } },
        settle: () => void (who.name = name),
      };
    },
  },
  {
    name: 'move to a batch',
    weight: 2,
    plan(world) {
      const by = office(world);
      const who = student(world);
      const to = pick(world, batchNames) as string;
      if (by === null || who === null) return null;
      const body = { act: 'place', ids: [String(who.id)], batch: to, began: { [who.id]: who.batch } };
      return {
        request: { who: by, method: 'POST', url: '/api/staff/people-acts', body, key: world.key() },
        says: `the office moves ${who.email} to ${to}`,
        settle: () => void (who.batch = to),
      };
    },
  },
  {
    name: 'suspend',
    weight: 0.4,
    plan(world) {
      const by = office(world);
      const who = student(world);
      if (by === null || who === null) return null;
      const body = { act: 'suspend', ids: [String(who.id)], reason: 'Simulated.' };
      return {
        request: { who: by, method: 'POST', url: '/api/staff/people-acts', body, key: world.key() },
        says: `the office suspends ${who.email}`,
        settle: () => void (who.state = 'suspended'),
      };
    },
  },
  {
    name: 'lift a suspension',
    weight: 0.6,
    plan(world) {
      const by = office(world);
      const who = pick(world, world.ledger.of('student', 'suspended'));
      if (by === null || who === null) return null;
      const body = { act: 'bring-back', ids: [String(who.id)] };
      return {
        request: { who: by, method: 'POST', url: '/api/staff/people-acts', body, key: world.key() },
        says: `the office lifts the suspension of ${who.email}`,
        settle: () => void (who.state = 'active'),
      };
    },
  },
  {
    name: 'anonymise',
    weight: 0.15,
    plan(world) {
      const by = office(world);
      const who = student(world);
      if (by === null || who === null || world.ledger.of('student').length < 4) return null;
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/people/${who.email}/anonymise`,
          key: world.key(),
          body: { address: who.email, reason: 'Simulated.' },
        },
        says: `the office anonymises ${who.email}`,
        settle({ body }) {
          who.state = 'anonymised';
          who.cookie = null;
          who.email = body.s_id;
        },
      };
    },
  },
  {
    name: 'note about a student',
    weight: 1,
    plan(world) {
      const who = student(world);
      const by = who && staffOf(world, who.batch);
      if (who === null || by === null) return null;
      const { ledger } = world;
      const text = ledger.word('a note of staff', (person) => person.role !== 'student');
      return {
        request: {
          who: by,
          method: 'POST',
          url: `/api/staff/students/${who.email}/notes`,
          key: world.key(),
          body: { text },
        },
        says: `${by.email} notes ${text} about ${who.email}`,
      };
    },
  },
];

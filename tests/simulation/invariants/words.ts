import type { Person } from '../ledger.ts';
import { panels } from '../vivas.ts';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

const ofStudent = ({ email }: Person): string[] => [
  `/api/students/submissions/${email}`,
  `/api/students/timeline/${email}`,
  `/api/students/weeklyStatus/${email}`,
  `/api/students/result/${email}`,
  `/api/students/announcements/${email}`,
  `/api/students/certificates/${email}`,
  `/api/students/viva-time/${email}`,
  `/api/students/vivaRecords/${email}`,
  `/api/discussion/discussion/${email}`,
  `/api/discussion/private/${email}`,
  `/api/discussion/answers/${email}`,
  '/api/notices',
  '/api/account',
];

const ofMentor = ({ batches }: Person, vivas: readonly Person[]): string[] => [
  ...vivas.flatMap(({ email }) => [`/api/staff/vivas/${email}/hour`, `/api/staff/vivas/${email}/records`]),
  '/api/notices',
  '/api/staff/batches',
  ...batches.flatMap((batch) => [
    `/api/staff/batches/${batch}/submissions`,
    `/api/staff/batches/${batch}/progress`,
    `/api/staff/batches/${batch}/recorded`,
    `/api/staff/batches/${batch}/extension-requests`,
    `/api/discussion/discussion/${batch}`,
    `/api/discussion/private/${batch}`,
  ]),
];

/** Each look reads the record of one student: it has everything that the portal shows them. */
async function wordsOfOneRecord(world: World): Promise<string[]> {
  const { ledger, transcript } = world;
  const students = ledger.of('student');
  const person = students[transcript.length % students.length];
  if (person === undefined) return [];
  const url = `/api/students/record/${person.email}`;
  return foreignWords(world, person, await world.readArchive(person, url), url);
}

function foreignWords({ ledger }: World, person: Person, text: string, where: string): string[] {
  return ledger.words
    .filter(({ word, mayRead }) => text.includes(word) && !mayRead(person))
    .map(({ word, what }) => `${person.email} reads ${what} (${word}) at ${where}`);
}

/** Every word that the portal shows somebody in their own reads. */
const wordsIn = (text: string): Set<string> => new Set(text.match(/w\d{5}q/g) ?? []);

async function privateWordsStayPrivate(world: World): Promise<string[]> {
  const { ledger } = world;
  const words = new Map(ledger.words.map((word) => [word.word, word]));
  const vivas = (await panels(world)).map(({ student }) => student);
  const wrong: string[] = [];
  for (const person of ledger.people) {
    if (person.state !== 'active' || person.role === 'administrator') continue;
    for (const url of person.role === 'student' ? ofStudent(person) : ofMentor(person, vivas)) {
      const { status, body } = await world.read(person, url);
      if (status >= 500) wrong.push(`${person.email} cannot read ${url}: ${status}`);
      for (const word of wordsIn(JSON.stringify(body))) {
        const known = words.get(word);
        if (known !== undefined && !known.mayRead(person))
          wrong.push(`${person.email} reads ${known.what} (${word}) at ${url}`);
      }
    }
  }
  return wrong;
}

function mailsHaveNoForeignWords({ ledger }: World): string[] {
  const words = new Map(ledger.words.map((word) => [word.word, word]));
  return ledger.mails.flatMap(({ to, event, text }) => {
    const person = ledger.people.find(({ email }) => email === to);
    if (person === undefined) return [];
    return [...wordsIn(text)].flatMap((word) => {
      const known = words.get(word);
      return known === undefined || known.mayRead(person)
        ? []
        : [`the mail ${event} tells ${to} ${known.what} (${word})`];
    });
  });
}

/** A private question is told to its author and its mentors, and to nobody else. */
async function privateNoticesReachTheirOwn(world: World): Promise<string[]> {
  const { ledger } = world;
  const notices = await readerOf(world)
    .selectFrom('notices')
    .where('kind', 'in', ['private-question', 'private-answer'])
    .select(['kind', 'about', 'account_id'])
    .execute();
  return notices.flatMap(({ kind, about, account_id: id }) => {
    const question = ledger.privates.find((one) => about === `private:${one.id}`);
    const person = ledger.people.find((one) => one.id === id);
    if (question === undefined || person === undefined) return [];
    const isRight = person === question.author || ledger.isStaffOf(person, question.batch);
    return isRight
      ? []
      : [`${person.email} is told of the ${kind} ${question.id} of ${question.author.email}`];
  });
}

export const wordInvariants: Invariant[] = [
  { name: 'a private word is nowhere else', isCostly: true, check: privateWordsStayPrivate },
  { name: 'a record has no word of others', isCostly: true, check: wordsOfOneRecord },
  { name: 'a mail has no words of others', isCostly: true, check: mailsHaveNoForeignWords },
  { name: 'a private question is told to its own', check: privateNoticesReachTheirOwn },
];

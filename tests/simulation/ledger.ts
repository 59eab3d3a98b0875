import type { Task } from '#contract/dates';
import type { Answer } from '#support/test-app';

/** Somebody as the simulation knows them, by what the portal has acknowledged. */
export type Person = {
  id: number;
  email: string;
  name: string;
  password: string;
  role: 'student' | 'mentor' | 'administrator';
  /** Of a student; null while waiting for a place. */
  batch: string | null;
  /** Of a mentor. */
  batches: readonly string[];
  state: 'active' | 'suspended' | 'anonymised';
  isConfirmed: boolean;
  cookie: string | null;
};

export type Receipt = {
  number: string;
  student: Person;
  task: Task;
  version: number;
  sha256: string | null;
  comments: string;
  at: number;
  /** The choice that it was made for. */
  choice: number;
};

export type MarkState = { marks: number; comments: string; released: boolean; releasedAt: number | null };

export type RecordState = {
  student: Person;
  task: Task;
  choice: number;
  status: string;
  marks: number | null;
  comments: string;
  released: boolean;
};

/** Somebody whom the office has imported. */
export type Invited = {
  email: string;
  name: string;
  batch: string;
  codes: string[];
  /** Codes that open nothing any more: withdrawn, or somebody has joined by one. */
  ended: Set<string>;
  hasCome: boolean;
};

/** Of a program. `secret` is null where the answer that had it was lost. */
export type AccessTokenState = {
  id: string;
  secret: string | null;
  holder: Person;
  endsAt: number;
  isRevoked: boolean;
};

/** `by`: whoever typed it; with their data it goes. */
export type Word = { word: string; what: string; mayRead: (person: Person) => boolean; by: Person | null };

export type Request = {
  who: Person | null;
  method: 'POST' | 'PUT' | 'DELETE' | 'GET';
  url: string;
  body?: object;
  form?: readonly (readonly [string, string | { name: string; bytes: string }])[];
  key?: string;
};

/** A request with a key that was answered with a success. */
export type Answered = {
  request: Request & { who: Person | null; key: string };
  act: string;
  answer: Answer;
  at: number;
  /** Of the answer what stays so whatever happens later. */
  lasting: string;
  lastingOf: (answer: Answer) => string;
  isLasting: () => boolean;
};

/** A form's values as they were, newest last: an old page has an older one. */
export type Versioned = { values: Record<string, unknown>[] };

export type PrivateQuestion = {
  id: string;
  author: Person;
  batch: string;
  posts: string[];
  isOpened: boolean;
};

export type Announcement = { id: string; batch: string; text: string; until: string; isWithdrawn: boolean };

export type Frozen = { batch: string; number: number; sheet: string };

/** What the portal has acknowledged: the truth that it is held to. */
export class Ledger {
  readonly people: Person[] = [];
  readonly receipts: Receipt[] = [];
  /** By account: when the present project was chosen, and which one. */
  readonly choices = new Map<number, { project: string; at: number }>();
  readonly undone = new Map<number, number>();
  /** By account: how often the start was corrected. */
  readonly corrected = new Map<number, number>();
  readonly marks = new Map<string, MarkState>();
  /** By account, task and choice. */
  readonly records = new Map<string, RecordState>();
  /** By student, choice and examiner. */
  readonly papers = new Map<string, { marks: number; words: string }>();
  /** By student and choice: all of a panel have given marks. */
  readonly openedVivas = new Set<string>();
  readonly outcomes = new Map<string, { marks: number; comments: string }>();
  readonly tokens: AccessTokenState[] = [];
  readonly invited: Invited[] = [];
  readonly words: Word[] = [];
  readonly answered: Answered[] = [];
  readonly forms = new Map<string, Versioned>();
  readonly questions: { id: string; batch: string; author: Person; comments: string[] }[] = [];
  readonly privates: PrivateQuestion[] = [];
  readonly announcements: Announcement[] = [];
  readonly planned: (Announcement & { publishAt: number })[] = [];
  readonly requests: { id: string; student: Person; task: Task; isAnswered: boolean }[] = [];
  readonly reviews: { number: string; student: Person; isAnswered: boolean }[] = [];
  readonly sheets: Frozen[] = [];
  /** By account: what the frozen result is made of, as it was when it was frozen. */
  readonly frozen = new Map<number, string>();
  readonly certificates: { number: string; student: Person; isRevoked: boolean }[] = [];
  readonly mails: { to: string; event: string; text: string }[] = [];
  #words = 0;

  /** A word that nothing else contains. */
  word(what: string, mayRead: Word['mayRead'], by: Person | null = null): string {
    const word = `w${String(++this.#words).padStart(5, '0')}q`;
    this.words.push({ word, what, mayRead, by });
    return word;
  }

  /** Of what two people type at the same moment, no two are equal. */
  count(): number {
    return ++this.#words;
  }

  letters(): string {
    return [...String(this.count())].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  }

  of(role: Person['role'], state: Person['state'] = 'active'): Person[] {
    return this.people.filter((person) => person.role === role && person.state === state);
  }

  /** Whether the record of a viva is shown to its student: its mark was released, and no other one waits for that. */
  isVivaReleasedTo(student: Person, choice: number, comments: string): boolean {
    const versions = this.versionsOf(student, 'viva', choice);
    const record = this.records.get(recordKey(student, 'viva', choice));
    const marks = versions.flatMap(({ number }) => this.marks.get(number) ?? []);
    const all = record === undefined ? marks : [...marks, record];
    if (all.some((one) => one.released && one.comments === comments)) return true;
    return all.length > 0 && all.every(({ released }) => released);
  }

  mentorsOf(batch: string | null): Person[] {
    return this.of('mentor').filter(({ batches }) => batch !== null && batches.includes(batch));
  }

  isStaffOf(person: Person, batch: string | null): boolean {
    return person.role === 'administrator' || (batch !== null && person.batches.includes(batch));
  }

  /** Of a task for a choice, oldest first; by default for the present one. */
  versionsOf(student: Person, task: Task, choice = this.choices.get(student.id)?.at): Receipt[] {
    return this.receipts
      .filter((one) => one.student === student && one.task === task && one.choice === choice)
      .toSorted((one, other) => one.version - other.version);
  }

  record(form: string, values: Record<string, unknown>): void {
    const known = this.forms.get(form) ?? { values: [] };
    this.forms.set(form, known);
    known.values.push(values);
  }

  current(form: string): Record<string, unknown> | undefined {
    return this.forms.get(form)?.values.at(-1);
  }
}

export const paperKey = (student: Person, choice: number, examiner: Person): string =>
  `${student.id} ${choice} ${examiner.id}`;

export const recordKey = ({ id }: Person, task: Task, choice: number): string => `${id} ${task} ${choice}`;

import type { Receipt } from '#contract/submissions';
import type { Student } from '../../students.ts';

/** A submission with the receipt that its student holds; null until it came. `at` is when it came, by `performance.now()`. */
export type HandIn = {
  student: Student;
  key: string;
  sha256: string;
  receipt: Receipt | null;
  at: number;
};

/** A question or a comment, known by its text, which nobody else writes. */
export type Writing = { table: 'questions' | 'comments'; text: string; isAcknowledged: boolean; at: number };

/** What was acknowledged last about something that can change; null while a change of it is on its way. */
export type Latest<T> = { value: T | null; at: number };

/** Everything that the class sent, and what the portal said to it: the database must hold the same. */
export class Ledger {
  readonly handIns: HandIn[] = [];
  readonly writings: Writing[] = [];
  /** Whether a question is a favourite, by student and question. */
  readonly favorites = new Map<string, Latest<boolean>>();
  /** The comment on a mark, which nobody writes twice, by receipt number. */
  readonly marks = new Map<string, Latest<string>>();
  /** Acts that were answered with a refusal that no repetition helps against. */
  readonly refusedForGood: string[] = [];
  /** Uploads of which everything that had been sent was lost, so that they began anew. */
  uploadsBegunAnew = 0;

  handIn(student: Student, key: string, sha256: string): HandIn {
    const made: HandIn = { student, key, sha256, receipt: null, at: 0 };
    this.handIns.push(made);
    return made;
  }

  writing(table: Writing['table'], text: string): Writing {
    const made: Writing = { table, text, isAcknowledged: false, at: 0 };
    this.writings.push(made);
    return made;
  }
}

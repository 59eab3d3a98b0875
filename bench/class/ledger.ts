import type { Receipt } from '#contract/submissions/calls';
import { sha256Of } from '../submit.ts';
import type { Student } from '../students.ts';

/** A submission and its receipt, null until it came; `at` is when it came, by `performance.now()`. */
export type Submission = {
  student: Student;
  key: string;
  sha256: string;
  receipt: Receipt | null;
  at: number;
};

/** A question or a comment, known by its text, which nobody else writes. */
export type Post = { table: 'questions' | 'comments'; text: string; isAcknowledged: boolean; at: number };

/** Everything that the class sent, and what the portal answered: the database must hold the same. */
export class Ledger {
  readonly submissions: Submission[] = [];
  readonly posts: Post[] = [];
  /** The unique comment on a mark, by receipt number. */
  readonly marks = new Map<string, { value: string | null; at: number }>();
  /** Numbers of versions whose files were read back. */
  readonly verifiedFiles = new Set<string>();
  /** Requests that were refused for good. */
  readonly refusals: string[] = [];

  addSubmission(student: Student, key: string, bytes: Buffer): Submission {
    const made: Submission = { student, key, sha256: sha256Of(bytes), receipt: null, at: 0 };
    this.submissions.push(made);
    return made;
  }

  addPost(table: Post['table'], text: string): Post {
    const made: Post = { table, text, isAcknowledged: false, at: 0 };
    this.posts.push(made);
    return made;
  }
}

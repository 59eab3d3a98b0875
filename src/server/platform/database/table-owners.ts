import type { Tables } from './schema.ts';

/**
 * Whose table each is: the folder in src/server whose queries may name it. Everybody else, whatever comes later in the
 * order of capabilities too, reads and writes through functions of the owner's `queries.ts`, so that a column can
 * change in one place; `scripts/check-boundaries/` checks it. A new table without an owner does not compile.
 */
export const tableOwners = {
  accounts: 'accounts',
  sessions: 'accounts',
  one_time_tokens: 'accounts',
  rate_limit_hits: 'accounts',
  // Written by the import of people, read and emptied when an address is confirmed: what waits for an account is its own.
  imported_people: 'accounts',
  courses: 'courses',
  batches: 'batches',
  batch_mentors: 'batches',
  projects: 'projects',
  catalogue_files: 'projects',
  selections: 'selections',
  submissions: 'submissions',
  uploads: 'submissions',
  idempotency_locks: 'submissions',
  marks: 'submissions',
  task_progress: 'submissions',
  receipt_key: 'submissions',
  discussion_versions: 'discussions',
  questions: 'discussions',
  comments: 'discussions',
  question_favorites: 'discussions',
  question_views: 'discussions',
  audit_log: 'audit',
  outbox: 'platform',
} as const satisfies Record<keyof Tables, string>;

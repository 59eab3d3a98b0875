import type { Tables } from './schema.ts';

/** The capability that owns each table: the one whose code writes it. `platform` stands for src/server/platform. */
export const tableOwners = {
  accounts: 'accounts',
  sessions: 'accounts',
  one_time_tokens: 'accounts',
  rate_limit_hits: 'accounts',
  imported_people: 'accounts',
  batches: 'batches',
  batch_mentors: 'batches',
  courses: 'courses',
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

/** What may have changed: a hint to look at the database. */
export type Topic =
  | 'catalogue'
  | 'texts'
  | 'jobs'
  | 'mail'
  | 'notices'
  | `batch:${number}`
  | `account:${number}`;

/**
 * What may have changed, for those who keep something of it: a hint to look at the database, never the change itself.
 * Batches and accounts go by their ids.
 */
export type Topic =
  | 'catalogue'
  | 'texts'
  | 'jobs'
  | 'mail'
  | 'notices'
  | `batch:${number}`
  | `account:${number}`;

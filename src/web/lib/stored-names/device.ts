/**
 * Names under which devices store things, and by which versions open at once talk. A device may hold what version
 * 1.0.0 wrote: none of them changes, and new ones are added in this folder. Placeholders are an account, an id, a task.
 * A file is one script: it has the names of the screens that load it, this one those of all.
 */

// IndexedDB: databases and their stores.
export const draftsDatabase = (account: string) => `capstone drafts of ${account}`;
export const draftsStore = 'drafts';
/** Lists the accounts with an outbox. */
export const accountsDatabase = 'capstone outboxes';

// Channels.
export const draftsChannel = 'capstone drafts';
export const sessionChannelName = 'capstone session';

// Kinds of drafts.
/** What somebody sees; `about …` is metadata. */
export const isText = (key: string) => !key.startsWith('about ');
/** Numbers, choices and JSON: a newer one replaces an older one. */
export const isValueDraft = (key: string) =>
  /^about | (marks|status|rubric|declared|ai_use|anonymous|to|until|cancelled|project \S+|result rule .+|viva (plan|questions of) .+|certificate name)$/.test(
    key,
  );

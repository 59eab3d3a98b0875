/** Drafts. As in `device.ts`. */

/** What an edit began from. */
export const originalOfDraft = (key: string) => `about ${key} original`;
export const cancelledDraft = (key: string) => `about ${key} cancelled`;
export const questionDraft = (account: string, s_id: string) => `${account} ${s_id} question`;
export const anonymousDraft = (key: string) => `${key} anonymous`;
/** Whom the question asks. */
export const readersDraft = (key: string) => `${key} to`;
export const questionEditDraft = (account: string, id: string) => `${account} edit ${id}`;
export const commentDraft = (account: string, question: string) => `${account} comment ${question}`;
export const commentEditDraft = (account: string, id: string) => `${account} edit comment ${id}`;
export const privateDraft = (account: string, question: string) => `${account} private ${question}`;
export const privateEditDraft = (account: string, post: string) => `${account} edit private ${post}`;

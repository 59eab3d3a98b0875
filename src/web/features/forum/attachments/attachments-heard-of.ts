import type { AttachmentView } from '#contract/forum/attachment-view';

/** The attachments that this page has sent or shown, by their ids: for previews of texts that name them. */
export const heardOf = new Map<string, AttachmentView>();

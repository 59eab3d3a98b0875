import type { AttachmentView } from '#contract/forum/attachment-view';

/** Attachments that this page sent or showed, by id: for previews. */
export const heardOf = new Map<string, AttachmentView>();

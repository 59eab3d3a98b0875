import type { AttachmentView } from '#contract/forum/attachment-view';
import type { AttachmentRow } from './queries.ts';

/** An attachment on the wire: the same for every reader, and without who has sent it. */
export function presentAttachment({ code, name, bytes, type, width, height }: AttachmentRow): AttachmentView {
  return { id: code, name, bytes, type, ...(width !== null && height !== null && { width, height }) };
}

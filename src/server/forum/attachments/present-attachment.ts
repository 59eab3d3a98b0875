import type { AttachmentView } from '#contract/forum/attachment-view';
import type { AttachmentRow } from './queries.ts';

/** Without the sender: posts can be anonymous. */
export function presentAttachment({ code, name, bytes, type, width, height }: AttachmentRow): AttachmentView {
  return { id: code, name, bytes, type, ...(width !== null && height !== null && { width, height }) };
}

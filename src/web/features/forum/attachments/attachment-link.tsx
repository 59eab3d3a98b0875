import { attachmentAddress, isPicture, type AttachmentView } from '#contract/forum/attachment-view';
import { formatBytes } from '../../../ui/format-bytes.ts';

/** With its size; texts are downloads. */
export function AttachmentLink({ of: attachment }: { of: AttachmentView }) {
  const { id, name, bytes } = attachment;
  const link = { href: attachmentAddress(id), target: '_blank', rel: 'noopener noreferrer' };
  return (
    <>
      <a {...link} {...(!isPicture(attachment) && { download: true })}>
        {name}
      </a>
      <span>{` (${formatBytes(bytes)})`}</span>
    </>
  );
}

import {
  attachmentAddress,
  isPicture,
  shownSize,
  type AttachmentView,
} from '#contract/forum/attachment-view';
import type { PostFormat } from '#contract/forum/calls';
import { formatBytes } from '../../../ui/format-bytes.ts';
import styles from '../post.module.css';

/** The files below a plain-text post; Markdown shows them inline. */
export function AttachedFiles({
  of: { format, attachments },
}: {
  of: { format: PostFormat; attachments?: AttachmentView[] | undefined };
}) {
  if (format !== 'plain' || attachments === undefined) return null;
  return (
    <ul className={styles['attached']} aria-label="Attachments">
      {attachments.map((attachment) => {
        const { id, name, bytes, width, height } = attachment;
        const link = { href: attachmentAddress(id), target: '_blank', rel: 'noopener noreferrer' };
        const size = width === undefined || height === undefined ? {} : shownSize({ width, height });
        return (
          <li key={id}>
            {isPicture(attachment) ? (
              <a {...link}>
                <img alt={name} src={link.href} {...size} loading="lazy" decoding="async" />
              </a>
            ) : (
              <>
                <a {...link} download>
                  {name}
                </a>
                <span>{` (${formatBytes(bytes)})`}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

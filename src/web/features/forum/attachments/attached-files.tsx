import {
  attachmentAddress,
  isPicture,
  shownSize,
  type AttachmentView,
} from '#contract/forum/attachment-view';
import type { PostFormat } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import type { Announcement } from '../../../ui/notice.tsx';
import composerStyles from '../composer/composer.module.css';
import styles from '../post.module.css';
import type { Failure, Marked } from './attachments.ts';

/** The files below a plain-text post; Markdown shows them inline. */
export function AttachedFiles({
  post: { format, attachments },
}: {
  post: { format: PostFormat; attachments?: AttachmentView[] | undefined };
}) {
  if (format !== 'plain' || attachments === undefined) return null;
  return (
    <Stack as="ul" gap={2} className={styles['attached']} aria-label="Attachments">
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
    </Stack>
  );
}

export type Sending = { id: string; file: File; percent: number; failure: Failure | null };

function SendingFile({
  sending: { file, percent, failure },
  onRetry,
  onDrop,
}: {
  sending: Sending;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const removal = failure === null ? 'Cancel' : 'Remove';
  return (
    <div className={composerStyles['file']}>
      <span>{file.name}</span>
      {failure === null ? (
        <span className={composerStyles['note']}>{`Sending, ${percent}%`}</span>
      ) : (
        <span role="alert" className={composerStyles['failed']}>
          {failure.words}
        </span>
      )}
      {failure?.mayRetry === true && (
        <Button variant="quiet" small aria-label={`Try again: ${file.name}`} onClick={onRetry}>
          Try again
        </Button>
      )}
      <Button variant="quiet" small aria-label={`${removal}: ${file.name}`} onClick={onDrop}>
        {removal}
      </Button>
    </div>
  );
}

export function FilesOfText({
  attached,
  sending,
  notice,
  onRemove,
  onRetry,
  onDrop,
}: {
  attached: readonly Marked[];
  sending: readonly Sending[];
  notice: Announcement;
  onRemove: (one: Marked) => void;
  onRetry: (one: Sending) => void;
  onDrop: (one: Sending) => void;
}) {
  return (
    <>
      {attached.length > 0 && (
        <Row as="ul" gap={2} aria-label="Attachments">
          {attached.map((one) => (
            <li key={one.id} className={composerStyles['thumb']}>
              {one.isPicture ? (
                <img alt={one.label} src={attachmentAddress(one.id)} width="72" height="56" />
              ) : (
                <span>{one.label}</span>
              )}
              <button
                type="button"
                className={composerStyles['remove']}
                title="Remove"
                onClick={() => onRemove(one)}
              >
                <span className="visually-hidden">{`Remove: ${one.label}`}</span>
                <span aria-hidden="true">✕</span>
              </button>
            </li>
          ))}
        </Row>
      )}
      {(sending.length > 0 || notice.words !== '') && (
        <Stack gap={2}>
          {sending.map((one) => (
            <SendingFile key={one.id} sending={one} onRetry={() => onRetry(one)} onDrop={() => onDrop(one)} />
          ))}
          {notice.words !== '' && (
            <p role="alert" className={composerStyles['note']}>
              <span key={notice.count}>{notice.words}</span>
            </p>
          )}
        </Stack>
      )}
    </>
  );
}

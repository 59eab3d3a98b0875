import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { PostFormat } from '#contract/forum/calls';
import type { CallFailure } from '../../../lib/calls/call-error.ts';
import type { SaveStatus } from '../../../lib/forms/drafts.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { useIsHydrated } from '../../../lib/page/page-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { SaveStatusNote } from '../../../ui/notice.tsx';
import { useAttach } from '../attachments/attach.tsx';
import type { SendFile } from '../attachments/attachments.ts';
import { DiscussionError } from '../discussion-states.tsx';
import styles from './composer.module.css';
import { usePreview } from './preview.tsx';
import { useMentions } from './use-mentions.tsx';

/** Works without script. */
function FormattingHelp() {
  return (
    <details className={styles['help']}>
      <summary data-plain title="Formatting help">
        <span className="visually-hidden">Formatting help</span>
        <span aria-hidden="true">?</span>
      </summary>
      <Stack as="ul" gap={2}>
        <li>
          <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
          <code>[link](https://…)</code>, <code>`code`</code>
        </li>
        <li>
          Put code between the lines <code>```js</code> and <code>```</code>.
        </li>
        <li>Paste or drop a picture or a log to attach it.</li>
        <li>
          <kbd>Ctrl</kbd> + <kbd>Enter</kbd> sends the text.
        </li>
      </Stack>
    </details>
  );
}

/** For a question's text, new or edited. Text that is empty after trimming is not sent. */
export function Composer({
  label,
  action,
  text,
  format = 'markdown',
  hidden,
  failure,
  saveStatus,
  options,
  onChange,
  onSend,
  onAttach,
  isChanged = false,
  onCancel,
  onRestore,
  line,
}: {
  label: string;
  action: string;
  text: string;
  format?: PostFormat;
  /** Hidden fields for a form posted before hydration. */
  hidden?: ReactNode;
  /** Why that form was refused. */
  failure?: CallFailure | null | undefined;
  saveStatus: SaveStatus;
  options?: ReactNode;
  onChange: (text: string) => void;
  onSend: (text: string) => Promise<unknown>;
  onAttach: SendFile;
  /** Whether an edit has unsent changes: Escape then leaves the field without closing the edit. */
  isChanged?: boolean;
  /** While editing: a button, and Escape without changes, cancel; the text area takes focus. */
  onCancel?: () => void;
  onRestore?: (() => void) | undefined;
  /** One line until it has focus. */
  line?: { placeholder: string; isOpen: boolean; onOpen: (isOpen: boolean) => void };
}) {
  const isHydrated = useIsHydrated();
  const { isBusy, error, run } = useMutation();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const attach = useAttach({ form, text, onChange, onAttach });
  const mentions = useMentions(field, attach.words, attach.setWords);
  const shownError = error ?? failure ?? null;
  const isEditing = onCancel !== undefined;
  useEffect(() => {
    const textArea = isEditing ? form.current?.querySelector('textarea') : null;
    // Before hydration somebody may have begun to type.
    if (textArea == null || textArea === document.activeElement) return;
    textArea.focus();
    textArea.setSelectionRange(textArea.value.length, textArea.value.length);
  }, [isEditing]);

  const preview = usePreview(text, format);
  const send = () => {
    const trimmed = text.trim();
    if (trimmed === '') return field.current?.focus();
    if (!attach.isAwaited()) void run(async () => void (await onSend(trimmed)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Escape' && !event.nativeEvent.isComposing) {
      if (isChanged) cancelButton.current?.focus();
      else onCancel?.();
      if (line?.isOpen) {
        field.current?.blur();
        line.onOpen(false);
      }
    }
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      ref={form}
      method="post"
      className={styles['composer']}
      data-line={line === undefined ? undefined : line.isOpen ? 'open' : isHydrated ? 'closed' : 'early'}
      autoComplete="off"
      {...attach.events}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {hidden}
      <div hidden={preview.hide} className={styles['field']}>
        <TextArea
          ref={field}
          label={label}
          name="question"
          rows={3}
          placeholder={line?.placeholder}
          readOnly={isBusy}
          value={attach.words}
          {...mentions.props}
          onFocus={() => line?.onOpen(true)}
          onKeyDown={(event) => {
            if (!mentions.onKeyDown(event)) onKeyDown(event);
          }}
          onChange={(event) => {
            // It closes after a post and keeps the focus.
            line?.onOpen(true);
            attach.setWords(event.target.value);
          }}
        />
        {mentions.list}
      </div>
      <div className={styles['rest']}>
        {preview.shown}
        {attach.list}
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {options}
        <MessageRoom>{shownError !== null && <DiscussionError of={shownError} />}</MessageRoom>
      </div>
      <div className={styles['actions']}>
        <Button type="submit" busy={isBusy} onKeyDown={onKeyDown}>
          {action}
        </Button>
        {onCancel && (
          <Button ref={cancelButton} variant="quiet" onClick={onCancel} onKeyDown={onKeyDown}>
            Cancel
          </Button>
        )}
        {onRestore && (
          <Button variant="quiet" onClick={onRestore}>
            Restore what you typed
          </Button>
        )}
        {attach.button}
        {preview.button}
        <FormattingHelp />
        <SaveStatusNote status={saveStatus} />
      </div>
    </form>
  );
}

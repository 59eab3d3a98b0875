import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits';
import type { LineComment } from '#contract/marking/line-comment-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useSeenAction } from '../../../lib/forms/use-seen-action.ts';
import { changedLineDraft, lineCommentDraft } from '../../../lib/stored-names/staff.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeForm } from '../../../ui/change-form.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import type { LineAction, LineOutcome } from './line-actions.ts';
import styles from './lines.module.css';

/** Where a version's comments are written; `userId` for drafts. */
export type Commented = { number: string; isReleased: boolean; userId: string };

export type Place = { path: string | null; line: number };

/** The forms are on several screens: one has their action, and none needs to be loaded again. */
const at = (formName: LineAction) => ({ formName, action: '/staff', revalidates: false, keepsPlace: true });

const placeFields = ({ path, line }: Place) => ({
  line: String(line),
  ...(path !== null && { path }),
});

const seenBy = (isReleased: boolean): string =>
  isReleased
    ? 'The mark is released: the student sees this at once.'
    : 'The student sees this when you release the mark.';

export function AddLineComment({
  version: { number, isReleased, userId },
  place,
  onAdded,
  onCancel,
}: {
  version: Commented;
  place: Place;
  onAdded: (added: LineComment) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useDraft(lineCommentDraft(userId, number, place.path, place.line));
  const form = useActionForm<LineOutcome>({
    ...at('comment-line'),
    target: { number, ...placeFields(place) },
    keepsFields: true,
    onDone({ comment }) {
      setText('');
      if (comment !== undefined) onAdded(comment);
    },
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <ActionForm
      form={form}
      button="Add comment"
      noValidate
      className={styles['form']}
      further={
        <Button
          variant="quiet"
          onClick={() => {
            setText('');
            onCancel();
          }}
        >
          Discard
        </Button>
      }
    >
      <TextArea
        ref={field}
        label={`Your comment on line ${place.line}`}
        name="text"
        rows={3}
        maxLength={limits.lineComment}
        readOnly={form.isBusy}
        value={text}
        hint={seenBy(isReleased)}
        error={form.errorAt('text')}
        onChange={({ target }) => setText(target.value)}
      />
    </ActionForm>
  );
}

const shown = ({ text }: LineComment) => ({ text });
const labels = { text: 'Comment' };

type Changing = { version: Commented; comment: LineComment; onChanged: (changed: LineComment) => void };

const changeDraft = ({ version: { userId }, comment: { id } }: Pick<Changing, 'version' | 'comment'>) =>
  changedLineDraft(userId, id);

function ChangedText({ version, comment, onChanged, onClose }: Changing & { onClose: () => void }) {
  const form = useChangeForm<LineOutcome>({
    ...at('change-line'),
    target: { number: version.number, comment: comment.id },
    onDone({ comment: changed }, hasMore) {
      if (!hasMore) onClose();
      if (changed !== undefined) onChanged(changed);
    },
    changes: {
      stored: shown(comment),
      labels,
      shown,
      draft: { key: changeDraft({ version: version, comment }), field: 'text' },
    },
  });
  const cancel = () => {
    form.reset();
    onClose();
  };
  return (
    <ChangeForm
      form={form}
      button="Save"
      noValidate
      className={styles['form']}
      further={
        <Button variant="quiet" onClick={cancel}>
          Discard
        </Button>
      }
    >
      <TextArea
        {...form.field('text')}
        label={`Comment on line ${comment.line}`}
        rows={3}
        maxLength={limits.lineComment}
      />
    </ChangeForm>
  );
}

/** The form opens by its button, and where a draft waits. */
export function ChangeLineComment(props: Changing) {
  const [isWanted, setWanted] = useState(false);
  const [draft] = useDraft(changeDraft(props));
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = isWanted || draft !== '';
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        small
        aria-expanded={isOpen}
        aria-label={`Change the comment on line ${props.comment.line}`}
        onClick={() => setWanted(true)}
      >
        Change
      </Button>
      {isOpen && (
        <ChangedText
          {...props}
          onClose={() => {
            setWanted(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

export function DeleteLineComment({
  version: { number },
  comment: { id, line, text },
  onDeleted,
}: {
  version: Commented;
  comment: LineComment;
  onDeleted: () => void;
}) {
  const form = useSeenAction<{ text: string }, LineOutcome>({
    ...at('delete-line'),
    target: { number, comment: id },
    seen: { text },
    onDone: onDeleted,
  });
  return (
    <ActionForm
      form={form}
      button="Delete"
      variant="quiet"
      small
      label={`Delete the comment on line ${line}: ${text.slice(0, 40)}`}
      conflict={form.changed !== null && <blockquote>{form.changed.text}</blockquote>}
    />
  );
}

/** As a new comment: the deleted one is gone. */
export function UndoDeletion({
  version: { number },
  deleted,
  onDone,
}: {
  version: Commented;
  deleted: LineComment;
  onDone: (added: LineComment | undefined) => void;
}) {
  const { text } = deleted;
  const form = useActionForm<LineOutcome>({
    ...at('comment-line'),
    target: { number, ...placeFields(deleted) },
    name: `undo ${deleted.id}`,
    hidden: { text },
    onDone: ({ comment }) => onDone(comment),
  });
  return (
    <Row role="status">
      <Small>{`The comment on line ${deleted.line} was deleted.`}</Small>
      <ActionForm form={form} button="Undo" small />
    </Row>
  );
}

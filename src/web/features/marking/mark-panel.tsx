import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useDraftsOpen } from '../../lib/forms/use-draft.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useRequests } from '../../lib/outbox/use-outbox.ts';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { markWords } from '../../lib/record-words.ts';
import { markSaved } from '../../lib/screen-notices.ts';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Form } from '../../ui/form.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useGoOnKeys } from './desk/key-help.tsx';
import { MarkForm } from './mark-form.tsx';
import { MarkLines } from './mark-history.tsx';
import { MarkWaiting } from './mark-waiting.tsx';
import styles from './mark.module.css';
import { describeMarkVisibility, isMarked, type MarkRow } from './marks.ts';
import { releasedMark, seenFields, Withdraw } from './release/withdraw.tsx';
import { confirmOf } from './mark-question.ts';
import { useMark, type MarkPanelProps } from './use-mark.ts';
import { hasMarkDraft } from './typed-marks.ts';
import { TypedNote } from './typed-note.tsx';
import { hasCancelledMark, restoreCancelledMark } from './use-mark-draft.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

export function MarkPanel<Row extends MarkRow>({
  row,
  onSaved,
  onLeave,
  isMarkedElsewhere = false,
  children,
  ...props
}: MarkPanelProps<Row> & {
  row: Row;
  /** A new mark is refused: the form shows only what was typed before. */
  isMarkedElsewhere?: boolean;
  onSaved: (changed: Row) => void;
  onLeave: () => void;
  /** Below a saved mark: its history. */
  children: ReactNode;
}) {
  const { userId, onGoOn } = props;
  const isDraftsOpen = useDraftsOpen();
  const hasDraft = () => isDraftsOpen && hasMarkDraft(userId, row.number);
  const [isOpen, setOpen] = useState(() => (!isMarked(row) && !isMarkedElsewhere) || hasDraft());
  const [knewDrafts, setKnewDrafts] = useState(isDraftsOpen);
  if (knewDrafts !== isDraftsOpen) {
    setKnewDrafts(isDraftsOpen);
    if (hasDraft()) setOpen(true);
  }
  // A form posted without scripts.
  const { search } = useLocation();
  const [isJustSaved, setJustSaved] = useState(() => new URLSearchParams(search).get('notice') === markSaved);
  useEffect(() => {
    if (isJustSaved) forgetParameter('notice');
  }, [isJustSaved]);
  const [focusCount, setFocusCount] = useState(0);
  const show = (form: boolean, justSaved: boolean) => {
    setOpen(form);
    setJustSaved(justSaved);
    setFocusCount((count) => count + 1);
  };
  const saved = (changed: Row, isOwn: boolean, goesOn: boolean) => {
    if (isOwn && !goesOn) show(false, true);
    else {
      // Another tab's save does not move the focus.
      setOpen(false);
      setJustSaved(isOwn);
    }
    onSaved(changed);
    if (isOwn && goesOn) onGoOn?.(changed);
  };
  const isQueued = useRequests(subjects.mark(row.number)).some(
    ({ drafts }) => Object.keys(drafts).length > 0,
  );
  const note = <TypedNote userId={userId} row={row} addressOf={props.addressOf} />;
  if (!isMarked(row) && isMarkedElsewhere && !isOpen && !isQueued) return note;
  if (isOpen || isQueued || !isMarked(row))
    return (
      <>
        {note}
        <MarkForm
          {...props}
          row={row}
          focusCount={focusCount}
          onSaved={saved}
          onCancel={isMarked(row) ? () => show(false, false) : undefined}
          onLeave={onLeave}
        />
      </>
    );
  return (
    <>
      {note}
      <SavedMark
        {...props}
        row={row}
        isJustSaved={isJustSaved}
        focusCount={focusCount}
        onChange={() => show(true, false)}
        onRestore={
          isDraftsOpen && hasCancelledMark(userId, row.number)
            ? () => {
                restoreCancelledMark(userId, row.number);
                show(true, false);
              }
            : undefined
        }
        onSaved={saved}
      >
        {children}
      </SavedMark>
    </>
  );
}

function SavedMark<Row extends MarkRow>({
  row,
  isJustSaved,
  focusCount,
  onChange,
  onRestore,
  onSaved,
  children,
  ...panel
}: MarkPanelProps<Row> & {
  row: Row;
  isJustSaved: boolean;
  /** Each increment moves the focus here: the clicked button may be gone. */
  focusCount: number;
  onChange: () => void;
  onRestore?: (() => void) | undefined;
  onSaved: (changed: Row, isOwn: boolean, goesOn: boolean) => void;
  children: ReactNode;
}) {
  const { address, newest, onGoOn } = panel;
  const goesOn = useRef(false);
  const saved = (changed: Row, isOwn: boolean) => onSaved(changed, isOwn, goesOn.current);
  const mark = useMark(row, panel, saved, () => {
    if (!goesOn.current) return;
    goesOn.current = false;
    onGoOn?.(row);
  });
  const isInConflict = useRefusedForm()?.current !== undefined;
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusCount > 0) changeButton.current?.focus();
  }, [focusCount]);
  const { number } = row;
  const form = useForm({
    name: 'release',
    target: { number },
    hidden: { ...seenFields(row), newest: newest ?? '' },
    action: address,
    isReady: () => mark.body === null,
    send({ fields }) {
      goesOn.current = fields['then_on'] !== undefined;
      return mark.save(releasedMark(row, true));
    },
  });
  useGoOnKeys(confirmOf(mark.question), (releases) =>
    releases && !row.released ? form.submit({ then_on: 'yes' }) : onGoOn?.(),
  );
  const change = useEffectEvent(onChange);
  const [shortcuts] = useState(() => ({ m: () => change() }));
  useKeyShortcuts(shortcuts);
  const visibility = describeMarkVisibility(row);
  return (
    <Stack gap={3}>
      <Stack as="dl" gap={2}>
        <div>
          <dt>Marks</dt>
          <dd className={styles['large']}>{markWords(row)}</dd>
        </div>
        <Fact name={`Comment for ${row.student.s_name}`}>
          {row.mark_comments ? (
            <Markdown text={row.mark_comments} html={row.mark_comments_html} />
          ) : (
            <Small as="span">None</Small>
          )}
        </Fact>
        {row.rubric !== undefined && (
          <Fact name="By the rubric">
            <MarkLines rubric={row.rubric} />
          </Fact>
        )}
      </Stack>
      <MessageRoom>
        <MarkWaiting outbox={mark} />
      </MessageRoom>
      {isJustSaved ? (
        <Notice tone="success" title={row.released ? 'Saved and released' : 'Saved'}>
          {visibility}
        </Notice>
      ) : (
        <p className={styles['visibility']}>{visibility}</p>
      )}
      <Row gap={2}>
        {!row.released && (
          <Form form={form}>
            <Button
              type="submit"
              name="released"
              value="yes"
              variant={isInConflict ? 'secondary' : 'primary'}
              busy={mark.isBusy}
            >
              Release
            </Button>
          </Form>
        )}
        <Button ref={changeButton} variant="secondary" onClick={onChange}>
          Change the marks
        </Button>
        {isJustSaved && onGoOn !== undefined && (
          <Button variant="secondary" onClick={() => onGoOn(row)}>
            Next submission
          </Button>
        )}
        {onRestore && (
          <Button variant="quiet" onClick={onRestore}>
            Restore what you typed
          </Button>
        )}
      </Row>
      <Withdraw row={row} address={address} mark={mark} />
      {children}
    </Stack>
  );
}

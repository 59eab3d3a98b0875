import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { StaffSubmission } from '#contract/marking/calls';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MarkLines, MarkHistoryOf } from './mark-history.tsx';
import { MarkWaiting } from './mark-waiting.tsx';
import { Withdraw } from './release/withdraw.tsx';
import { useGoOnKeys } from './desk/key-help.tsx';
import { confirmOf, useMark, type MarkPanelProps } from './use-mark.ts';
import styles from './mark.module.css';
import { describeMarkVisibility, originalOf, seenMark } from './marks.ts';

export function MarkedSubmission({
  row,
  isJustSaved,
  focusCount,
  onChange,
  onRestore,
  onSaved,
  ...panel
}: MarkPanelProps & {
  row: StaffSubmission & { marks: number };
  isJustSaved: boolean;
  /** Each increment moves the focus here: the clicked button may be gone. */
  focusCount: number;
  onChange: () => void;
  onRestore?: (() => void) | undefined;
  onSaved: (changed: StaffSubmission, isOwn: boolean, goesOn: boolean) => void;
}) {
  const { address, newest, onGoOn } = panel;
  const goesOn = useRef(false);
  const mark = useMark(row, panel, (changed, isOwn) => onSaved(changed, isOwn, goesOn.current));
  const isInConflict = useRefusedForm()?.current !== undefined;
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusCount > 0) changeButton.current?.focus();
  }, [focusCount]);
  const release = (thenOn: boolean) => {
    if (mark.body !== null) return;
    goesOn.current = thenOn;
    void mark.save({ marks: row.marks, comments: row.mark_comments ?? '', released: true });
  };
  useGoOnKeys(confirmOf(mark), (releases) => (releases && !row.released ? release(true) : onGoOn()));
  const change = useEffectEvent(onChange);
  const [shortcuts] = useState(() => ({ m: () => change() }));
  useKeyShortcuts(shortcuts);
  const visibility = describeMarkVisibility(row);
  return (
    <Stack gap={3}>
      <Stack as="dl" gap={2}>
        <div>
          <dt>Marks</dt>
          <dd className={styles['large']}>{`${row.marks} out of 100`}</dd>
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
        <MarkWaiting of={mark} />
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
          <form
            method="post"
            action={address}
            onSubmit={(event) => {
              event.preventDefault();
              release(false);
            }}
          >
            <input type="hidden" name="number" value={row.number} />
            <input type="hidden" name="marks" value={row.marks} />
            <input type="hidden" name="comments" value={row.mark_comments ?? ''} />
            <input type="hidden" name="original" value={originalOf(seenMark(row))} autoComplete="off" />
            <input type="hidden" name="newest" value={newest} autoComplete="off" />
            <Button
              type="submit"
              name="released"
              value="yes"
              variant={isInConflict ? 'secondary' : 'primary'}
              busy={mark.isBusy}
            >
              Release
            </Button>
          </form>
        )}
        <Button ref={changeButton} variant="secondary" onClick={onChange}>
          Change the marks
        </Button>
        {isJustSaved && (
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
      <MarkHistoryOf number={row.number} />
    </Stack>
  );
}

import { useRef } from 'react';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import { useNavigate } from 'react-router';
import type { NewerVersion, StaffSubmission } from '#contract/marking/calls';
import { subjects, type Act } from '../../lib/outbox/act.ts';
import { addAct, removeAct, sendChanged, takeBack } from '../../lib/outbox/press.ts';
import { useActs, useFraction, useSent } from '../../lib/outbox/use-outbox.ts';
import { useReturnedAct } from '../../lib/outbox/use-returned-act.ts';
import type { MarkPanelProps } from './mark-panel-props.ts';
import { seenMark, toggledOf, type ToggledLines } from './original-mark.ts';

export type MarkBody = {
  marks: number;
  comments: string;
  released: boolean;
  /** The toggled lines; absent where they stay as they are. */
  rubric?: ToggledLines | null;
  format?: 'plain' | 'markdown';
};

/** The code of a mark that falls below the one that its student sees. */
export const lowerCode = 'lower_than_released';

/** The code of a mark for a version of which the mentor does not know that a newer one came in. */
export const newerCode = 'newer_version';

/** A mark as the server says that it stands now. */
export type CurrentMark = Pick<MarkBody, 'marks' | 'comments' | 'released'> & {
  rubric?: MarkRubric;
  marked_by: string | null;
};

/** Whether a mark is only hidden again. */
const isTakenBack = (row: StaffSubmission, mark: MarkBody) =>
  row.released && !mark.released && mark.marks === row.marks && mark.comments === row.mark_comments;

const bodyOf = ({ body }: Act) => body as unknown as MarkBody;
/** A mark that stands there now, as the original of one's own. */
export const originalOfCurrent = ({ marks, comments, released, rubric }: CurrentMark): MarkBody => ({
  marks,
  comments,
  released,
  rubric: toggledOf(rubric),
});

function withMark(row: StaffSubmission, { marks, comments, released }: MarkBody): StaffSubmission {
  const { mark_comments_html: _, ...rest } = row;
  return { ...rest, state: 'marked', marks, mark_comments: comments, released };
}

/** The mark that stands there now, in a row. */
function withCurrent(row: StaffSubmission, current: CurrentMark): StaffSubmission {
  const { rubric: _, ...marked } = withMark(row, originalOfCurrent(current));
  return { ...marked, ...(current.rubric !== undefined && { rubric: current.rubric }) };
}

/**
 * The mark of a submission that is in the outbox, if there is one. What is refused becomes a draft again, unless somebody
 * else has marked meanwhile, a newer version came in, or it falls below what the student sees: then the mentor chooses.
 * @param onSaved called with the row as it is now, and whether it was pressed here
 */
export function useMark(
  row: StaffSubmission,
  {
    address,
    newest,
    onNewest,
    addressOf,
  }: Pick<MarkPanelProps, 'address' | 'newest' | 'onNewest' | 'addressOf'>,
  onSaved: (changed: StaffSubmission, isOwn: boolean) => void,
) {
  const subject = subjects.mark(row.number);
  const act = useActs(subject)[0];
  const isBeingSent = useFraction(act?.id) !== undefined;
  const isLower = act?.state === 'refused' && act.failure?.code === lowerCode;
  const { isReturned, failure, setFailure } = useReturnedAct(act, !isLower);
  const pressed = useRef('');
  const navigate = useNavigate();
  const refused = act?.state === 'refused' ? act.failure : null;
  const newer = refused?.code === newerCode ? (refused.current as NewerVersion | undefined) : undefined;
  const current = newer === undefined ? (refused?.current as CurrentMark | undefined) : undefined;

  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onSaved(
      (answer as StaffSubmission | undefined) ?? withMark(row, bodyOf(sent)),
      pressed.current === sent.id,
    );
    return true;
  });
  const isWaiting = act?.state === 'waiting';
  return {
    /** What is in the outbox; null where nothing is. */
    body: act === undefined || isReturned ? null : bodyOf(act),
    isBusy: isWaiting && (act.failure === null || isBeingSent),
    /** What waits because an attempt has failed; null where nothing does. */
    waiting: isWaiting && act.failure !== null ? act : null,
    /** Why it was refused. */
    failure,
    conflict:
      act === undefined || current === undefined
        ? null
        : {
            current,
            mine: bodyOf(act),
            message: act.failure?.message ?? '',
            sendMine() {
              pressed.current = act.id;
              void sendChanged(act, { ...act.body, original: originalOfCurrent(current) });
            },
            keepTheirs() {
              onSaved(withCurrent(row, current), true);
              void removeAct(act);
            },
          },
    /** Falls below what the student sees; null where it does not, or nobody has to be asked. */
    lower:
      act === undefined || !isLower
        ? null
        : {
            mine: bodyOf(act),
            message: act.failure?.message ?? '',
            confirm() {
              pressed.current = act.id;
              void sendChanged(act, { ...act.body, confirm_lower: true });
            },
            leave: () => void takeBack(act),
          },
    /** A newer version came in since the hand-in was opened; null where none did. */
    newer:
      act === undefined || newer === undefined
        ? null
        : {
            newer,
            own: bodyOf(act),
            message: act.failure?.message ?? '',
            confirm() {
              pressed.current = act.id;
              onNewest(newer.number);
              void sendChanged(act, { ...act.body, newest: newer.number });
            },
            /** What is typed becomes a draft of this version again. */
            open: () =>
              void takeBack(act).then(() => navigate(addressOf(newer.number), { preventScrollReset: true })),
          },
    /** Puts a mark into the outbox; one that is taken back is taken back whatever came in since. */
    async save(mark: MarkBody, drafts: Readonly<Record<string, string>> = {}): Promise<void> {
      setFailure(null);
      pressed.current = await addAct({
        call: 'markSubmission',
        params: { id: row.number },
        body: { ...mark, original: seenMark(row), ...(!isTakenBack(row, mark) && { newest }) },
        subject,
        label: { task: row.task, name: row.student.s_name, to: address },
        drafts,
      });
    },
    takeBack: () => act && void takeBack(act),
  };
}
export type MarkOutbox = ReturnType<typeof useMark>;

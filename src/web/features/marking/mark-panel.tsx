import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { StaffSubmission } from '#contract/marking/calls';
import { subjects } from '../../lib/outbox/queued-request.ts';
import { useRequests } from '../../lib/outbox/use-outbox.ts';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { markSaved } from '../../lib/screen-notices.ts';
import { useDraftsOpen } from '../../lib/forms/use-draft.ts';
import { MarkForm } from './mark-form.tsx';
import { MarkedSubmission } from './marked-submission.tsx';
import type { MarkPanelProps } from './use-mark.ts';
import { hasCancelledMark, hasMarkDraft, restoreCancelledMark } from './use-mark-draft.ts';

export function MarkPanel({
  row,
  onSaved,
  onLeave,
  ...props
}: MarkPanelProps & {
  row: StaffSubmission;
  onSaved: (changed: StaffSubmission) => void;
  onLeave: () => void;
}) {
  const { userId, onGoOn } = props;
  const isDraftsOpen = useDraftsOpen();
  const hasDraft = () => isDraftsOpen && hasMarkDraft(userId, row.number);
  const [isOpen, setOpen] = useState(() => row.marks === null || hasDraft());
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
  const saved = (changed: StaffSubmission, isOwn: boolean, goesOn: boolean) => {
    if (isOwn && !goesOn) show(false, true);
    else {
      // Another tab's save does not move the focus.
      setOpen(false);
      setJustSaved(isOwn);
    }
    onSaved(changed);
    if (isOwn && goesOn) onGoOn(changed);
  };
  const isQueued = useRequests(subjects.mark(row.number)).some(
    ({ drafts }) => Object.keys(drafts).length > 0,
  );
  if (isOpen || isQueued || row.marks === null)
    return (
      <MarkForm
        {...props}
        row={row}
        focusCount={focusCount}
        onSaved={saved}
        onCancel={row.marks === null ? undefined : () => show(false, false)}
        onLeave={onLeave}
      />
    );
  return (
    <MarkedSubmission
      {...props}
      row={{ ...row, marks: row.marks }}
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
    />
  );
}

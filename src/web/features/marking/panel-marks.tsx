import { Link } from 'react-router';
import { vivaAddress } from '#contract/examiners/addresses';
import type { DeskSubmission } from '#contract/marking/calls';
import { Notice } from '../../ui/notice.tsx';

/** Before a mentor types a mark that the portal would refuse. */
export function PanelMarks({
  student,
  panel_marks,
  on_panel,
}: Pick<DeskSubmission, 'student' | 'panel_marks' | 'on_panel'>) {
  if (panel_marks !== true) return null;
  return (
    <Notice tone="info" role="note">
      <span>
        The panel of this viva gives the mark. You can change it here after the panel has confirmed it.
      </span>
      {on_panel === true && (
        <>
          {' '}
          <Link to={vivaAddress(student.s_id)}>Open the viva</Link>
        </>
      )}
    </Notice>
  );
}

/** The same for a final project that two mentors mark; an absence can be recorded. */
export function TwoMark() {
  return (
    <Notice tone="info" role="note">
      Two mentors mark this final project. They give marks on the submission, and the portal refuses marks
      here.
    </Notice>
  );
}

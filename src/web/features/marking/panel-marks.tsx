import { Notice } from '../../ui/notice.tsx';

/** Before a mentor types a mark that the portal would refuse. */
export function PanelMarks() {
  return (
    <Notice tone="info" role="note">
      The panel of this viva gives the mark. You can change it here after the panel has confirmed it.
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
